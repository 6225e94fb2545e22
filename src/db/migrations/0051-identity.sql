-- How the service is called and what stands for it on pages and in mails. Null: Folkmoot, and its own mark.
alter table service_settings
  add column name text check (name <> '' and char_length(name) <= 60),
  -- A PNG file.
  add column mark bytea check (octet_length(mark) between 1 and 65536);
