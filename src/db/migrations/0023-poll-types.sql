-- The program defines the types of polls (src/polls/types). When it starts, it adds the missing ones here,
-- and removes none, because a process of an earlier release may run beside it.
create table poll_types (
  name text primary key check (name ~ '^[a-z]+(_[a-z]+)*$')
);
insert into poll_types (name)
values ('proposal'), ('poll'), ('count'), ('score'), ('ranked_choice'), ('meeting'), ('dot_vote');

alter table polls
  drop constraint polls_poll_type_check,
  add constraint polls_poll_type_known foreign key (poll_type) references poll_types;

-- The rule that only types with a block can forbid one belongs to the type.
alter table polls drop constraint polls_check5;
