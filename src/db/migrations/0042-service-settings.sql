-- What people who run the service have set for all of it. No row: the defaults.
create table service_settings (
  only_one boolean primary key default true check (only_one),
  -- Whether anybody who is signed in may create groups; else only those who run the service.
  open_groups boolean not null default false
);
