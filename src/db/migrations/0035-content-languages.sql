-- The language of a thread, comment or poll, if known: that of its author when it was written,
-- otherwise that of its group. Null: neither had chosen one.
alter table discussions add column content_locale text;
alter table comments add column content_locale text;
alter table polls add column content_locale text;
