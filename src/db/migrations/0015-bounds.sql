-- Programs cannot parse later years. Existing rows stay unchanged.
alter table polls add constraint polls_closing_at_readable check (closing_at < '10000-01-01+00') not valid;
alter table api_keys add constraint api_keys_expires_at_readable check (expires_at < '10000-01-01+00') not valid;
alter table outcomes add constraint outcomes_review_on_readable check (review_on < '10000-01-01') not valid;

-- The version of the response's content: a repeated response has the ETag of the first.
alter table idempotent_answers add column version text;
alter table personal_answers add column version text;

create index events_of_outcome on events (poll_id) where subject_type = 'Outcome';
