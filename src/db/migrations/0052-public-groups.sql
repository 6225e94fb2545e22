-- Until now clients could send `private: false`, and it had no effect: nobody chose to publish these threads.
update discussions set private = true where not private;
create index discussions_public on discussions (group_id, last_activity_at desc, id desc) where not private;

-- Groups that anybody may visit, and whether search engines may list them. In a public group a thread is public if it was started so.
alter table groups
  add column public boolean not null default false,
  add column indexed boolean not null default false;
