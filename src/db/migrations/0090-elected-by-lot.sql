-- Whether a lot decided who is elected, so that no list, mail or call has to read the stored count for it. Null: not
-- known yet. Of most closed elections the stored count says that no lot was drawn; the others are counted again
-- after the upgrade, since only other lots would show whether they elect others.
alter table polls add column elected_by_lot boolean;
update polls p set elected_by_lot = false
where elected_at is not null and not exists (
  select 1 from poll_counts c where c.poll_id = p.id
    and (c.count ->> 'method' = 'ranked_pairs' or c.count @? '$.ties[*] ? (@.by == "lot")'));
create index polls_unmarked on polls (closed_at)
  where elected_by_lot is null and elected_at = closed_at and discarded_at is null;
