-- By which secret the keys in `urn_keys` are wrapped: its fingerprint, which tells nothing of it. A machine with another secret
-- could count none of the polls of the others, and they none of its own.
create table service_secret (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null
);
