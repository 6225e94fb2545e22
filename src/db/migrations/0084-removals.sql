-- The addresses of one removed person have the same number: once an admin lets the person in, all of them go.
alter table removed_addresses add column removal uuid;
update removed_addresses set removal = gen_random_uuid();
alter table removed_addresses alter column removal set not null, alter column removal set default gen_random_uuid();
create index removed_addresses_of_removal on removed_addresses (group_id, removal);
