-- 'UTC' is also what stands where nobody ever chose a zone: this tells the two apart. Beside the zone and not null in its place,
-- which an earlier release could not read.
alter table users add column utc_chosen boolean not null default false;
