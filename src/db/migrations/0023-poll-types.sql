-- Which types of poll there are is known to the program (src/polls/types). When it starts it adds those that are missing here,
-- and takes none away: a process of an earlier release may work beside it.
create table poll_types (
  name text primary key check (name ~ '^[a-z]+(_[a-z]+)*$')
);
insert into poll_types (name)
values ('proposal'), ('poll'), ('count'), ('score'), ('ranked_choice'), ('meeting'), ('dot_vote');

alter table polls
  drop constraint polls_poll_type_check,
  add constraint polls_poll_type_known foreign key (poll_type) references poll_types;

-- That only types with a block can forbid one is a rule of the type.
alter table polls drop constraint polls_check5;
