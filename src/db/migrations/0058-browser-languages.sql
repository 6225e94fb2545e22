-- The language of the browser in which somebody last signed in: for people and groups that chose none.
alter table users add column browser_locale text;

-- The same of the browser that asked for a mail; chosen_locale: picked there by hand.
alter table sign_ins add column chosen_locale text, add column browser_locale text;
