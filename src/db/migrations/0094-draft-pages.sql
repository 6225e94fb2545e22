-- The token of the page that saved a draft last: another page, opened before, must not replace it. Null: the
-- service saved it, or a version of it that wrote no token.
alter table form_drafts add column page_token text check (char_length(page_token) <= 64);
