-- Until now clients could send `private: false` without effect, so nobody chose to publish these threads.
update discussions set private = true where not private;
create index discussions_public on discussions (group_id, last_activity_at desc, id desc) where not private;

-- Groups that anyone can visit, and whether search engines may list them. In a public group, threads started as public are public.
alter table groups
  add column public boolean not null default false,
  add column indexed boolean not null default false;
