-- 'UTC' is also the value if nobody ever chose a zone: this column distinguishes the two. A null zone instead is not possible,
-- because an earlier release could not read it.
alter table users add column utc_chosen boolean not null default false;
