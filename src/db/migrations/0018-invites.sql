-- Of very many people who are invited at once some are told later: mails reach them from then on, unless they come here
-- before. Until then their address is as good as new.
alter table users add column mails_from timestamptz;
create index users_told_later on users (mails_from) where mails_from is not null;
