-- When the first text of an outcome was published that this one replaces; null: it replaces none.
alter table outcomes add column published_at timestamptz;

-- A reopening withdrew the last outcome before it: the next one was new.
update outcomes o set published_at = f.published_at
from (
  select o.id, min(e.created_at) as published_at
  from outcomes o
  join outcomes e on e.poll_id = o.poll_id and e.id < o.id
  where not exists (
    select 1 from outcomes w
    where w.poll_id = o.poll_id and w.withdrawn_at is not null and w.id >= e.id and w.id < o.id)
  group by o.id) f
where o.id = f.id;
