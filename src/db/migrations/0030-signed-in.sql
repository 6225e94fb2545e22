-- When a person first signed in. Null: never, so that accepting an invitation may sign them in. Sessions are not enough to
-- know this, because they are deleted when they end. People who confirmed their address may have signed in before.
alter table users add column signed_in_at timestamptz;
update users set signed_in_at = now()
where email_verified or exists (select 1 from sessions where user_id = users.id);
