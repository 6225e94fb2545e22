-- How often an admin sent a mail again: each time it goes out under another Message-ID, for mail servers drop silently
-- what they have seen before.
alter table mails add column resends int not null default 0 check (resends >= 0);
create index mails_of_group on mails (group_id, id);
