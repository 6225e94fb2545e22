-- When a person first signed in. Null: never, so that the invitation they accept may sign them in. Sessions end and are deleted:
-- they alone do not tell. Whoever has shown to own their address may have signed in before.
alter table users add column signed_in_at timestamptz;
update users set signed_in_at = now()
where email_verified or exists (select 1 from sessions where user_id = users.id);
