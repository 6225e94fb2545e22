-- The languages that people and groups have chosen; null: none. The English that was stored unasked is no
-- choice, and what is no longer offered is none.
alter table users alter column locale drop not null, alter column locale drop default;
update users set locale = case locale when 'pt' then 'pt-BR' end
  where locale not in ('de', 'es', 'fr', 'it', 'nl', 'pl', 'uk');
alter table groups add column locale text;
