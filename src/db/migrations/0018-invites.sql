-- If very many people are invited at once, some get emails only from this time on, unless they visit the service
-- before. Until then their address counts as new.
alter table users add column mails_from timestamptz;
create index users_told_later on users (mails_from) where mails_from is not null;
