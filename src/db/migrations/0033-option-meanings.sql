-- What is said of an option besides its name. Null: nothing.
alter table poll_options add column meaning text check (char_length(meaning) between 1 and 500);
