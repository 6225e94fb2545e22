-- Drafts of forms that a signed-in person has not sent: the values of the fields, as JSON, by the place
-- of the form. A person has one draft per place; sending the form deletes it.
create table form_drafts (
  user_id bigint not null references users (id) on delete cascade,
  place text not null check (char_length(place) <= 200),
  fields text not null check (char_length(fields) <= 100000),
  saved_at timestamptz not null default now(),
  primary key (user_id, place)
);
create index form_drafts_age on form_drafts (saved_at);
