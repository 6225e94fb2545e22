-- The responses to submitted forms, so that a button pressed twice acts once. `id` is a hash of the person and the form
-- with its one-time token. `answer` is encrypted with another hash of these, which is stored nowhere: the page that
-- created an API key can show it again, but this table does not reveal it.
create table sent_forms (
  id bytea primary key,
  answer bytea not null,
  created_at timestamptz not null default now()
);
create index sent_forms_age on sent_forms (created_at);
