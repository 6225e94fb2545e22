-- The description of an option. Null: none.
alter table poll_options add column meaning text check (char_length(meaning) between 1 and 500);
