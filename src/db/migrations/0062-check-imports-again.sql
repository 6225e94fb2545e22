-- Reports of imports have new fields, and the rules about admins changed: what was checked is checked again, and
-- older reports of imports that are done are deleted.
update imports set state = 'checking', report = null, leased_until = null, done = 0
where state = 'checked' and not report ? 'added';
delete from imports where report is not null and not report ? 'added';
