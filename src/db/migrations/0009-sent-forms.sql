-- What came of the forms of pages, so that a button pressed twice does its work once. `id` is a hash of who sent what
-- with the form's one-time token. `answer` is enciphered with another hash of that, which is kept nowhere: the page that
-- made an API key is shown it again, and whoever reads this table is not.
create table sent_forms (
  id bytea primary key,
  answer bytea not null,
  created_at timestamptz not null default now()
);
create index sent_forms_age on sent_forms (created_at);
