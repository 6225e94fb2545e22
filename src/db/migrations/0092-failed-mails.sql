-- A group's page asks its admins whether emails failed in the last days. Only emails that fail write the index.
create index mails_failed on mails (group_id, due_at) where status = 'failed' and not discreet;
