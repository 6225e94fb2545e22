-- How often an admin resent an email. Each time it gets a new Message-ID, because mail servers silently drop
-- messages that they have seen before.
alter table mails add column resends int not null default 0 check (resends >= 0);
create index mails_of_group on mails (group_id, id);
