-- Addresses of deleted accounts whose person was removed from a group: with the same address, they still have to ask.
create table removed_addresses (
  group_id bigint not null references groups on delete cascade,
  -- The SHA-256 of the group and of a keyed hash of the address. The key is not in the database.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- The account that has the address now, and used a link to join.
  user_id bigint references users on delete set null,
  primary key (group_id, address_hash)
);
create index removed_addresses_of_user on removed_addresses (user_id, group_id) where user_id is not null;

create function removed_hash(of_group bigint, address_key bytea) returns bytea language sql immutable
  return sha256(address_key || convert_to('group ' || of_group, 'UTF8'));
