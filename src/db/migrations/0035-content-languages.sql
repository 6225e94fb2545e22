-- The language in which a thread, a comment or a poll was written, as far as it is known: that of its author,
-- else of its group, when it was written. Null: neither had chosen one.
alter table discussions add column content_locale text;
alter table comments add column content_locale text;
alter table polls add column content_locale text;
