-- The number of a group's waiting emails, for the note to its admins if no mail server is configured.
create index mails_waiting on mails (group_id) where status = 'waiting' and not discreet;
