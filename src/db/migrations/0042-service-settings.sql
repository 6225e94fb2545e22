-- The settings of the whole service, made by people who run it. No row: the defaults.
create table service_settings (
  only_one boolean primary key default true check (only_one),
  -- Whether all signed-in people may create groups; otherwise only people who run the service.
  open_groups boolean not null default false
);
