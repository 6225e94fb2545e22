-- How many mails of a group wait, for the note to its admins where no mail server is set up.
create index mails_waiting on mails (group_id) where status = 'waiting' and not discreet;
