-- The language of the browser in which a person last signed in, for people and groups that chose none.
alter table users add column browser_locale text;

-- The language of the browser that requested an email; chosen_locale: the one chosen there.
alter table sign_ins add column chosen_locale text, add column browser_locale text;
