-- When the person of a session last proved who they are. Null: that is not known, as for sessions that began
-- before this, and for links and providers that do not say so.
alter table sessions add column proven_at timestamptz;
alter table sessions alter column proven_at set default now();

-- Who signs in again in a browser where they are signed in; null: somebody signs in or links a login.
alter table provider_attempts add column again_for bigint references users on delete cascade;
