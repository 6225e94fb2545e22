-- When a reopening withdrew an outcome. It is no longer the outcome of its poll, but the poll's page still shows it.
alter table outcomes add column withdrawn_at timestamptz;
create index outcomes_withdrawn on outcomes (poll_id, id) where withdrawn_at is not null;

-- Each reopening withdrew the outcome published last before it.
update outcomes o set withdrawn_at = w.at
from (
  select last.id, min(e.created_at) as at
  from events e
  cross join lateral (
    select id from outcomes where poll_id = e.poll_id and created_at <= e.created_at order by id desc limit 1) last
  where e.kind = 'poll_reopened'
  group by last.id) w
where o.id = w.id;
