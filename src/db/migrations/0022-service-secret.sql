-- The fingerprint of the secret that encrypts the keys in `urn_keys`. It does not reveal the secret. A machine with another
-- secret could not count the polls of the other machines, nor they its own.
create table service_secret (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null
);
