-- Subscriptions to notifications in browsers (Web Push). A subscription ends with its session.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  session_id bigint not null unique references sessions on delete cascade,
  user_id bigint not null references users,
  -- The address at the browser's push service, which is a secret, and its hash.
  endpoint text not null check (char_length(endpoint) <= 2000),
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  -- The browser's public key and secret, for encryption.
  browser_key bytea not null check (octet_length(browser_key) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  -- The key of the service that the browser accepts.
  service_key text not null,
  -- The push service failed: nothing is sent before this time.
  rests_until timestamptz,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- Notifications that are waiting to be sent, without their content. A row is deleted when it is sent or given up.
create table pushes (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  kind text not null,
  -- As in mails.
  only_undecided boolean not null,
  discreet boolean not null,
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (event_id, subscription_id)
);
create index pushes_due on pushes (due_at);
create index pushes_of_subscription on pushes (subscription_id);

-- The kinds of notifications that a person does not want, on all their devices.
create table push_silences (
  user_id bigint not null references users on delete cascade,
  kind text not null check (char_length(kind) <= 50),
  primary key (user_id, kind)
);
