-- The languages that people and groups have chosen; null: none. English was stored by default, so it becomes null,
-- and so do languages that are no longer offered.
alter table users alter column locale drop not null, alter column locale drop default;
update users set locale = case locale when 'pt' then 'pt-BR' end
  where locale not in ('de', 'es', 'fr', 'it', 'nl', 'pl', 'uk');
alter table groups add column locale text;
