-- The name and logo of the service on pages and in emails. Null: those of Folkmoot.
alter table service_settings
  add column name text check (name <> '' and char_length(name) <= 60),
  -- A PNG file.
  add column mark bytea check (octet_length(mark) between 1 and 65536);
