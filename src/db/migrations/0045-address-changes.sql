-- A person may change their address: a code goes to the new one, which they type where they asked; a note to
-- the old one. Both have their `user_id` from the beginning.
alter table sign_ins
  add column purpose text not null default 'sign_in'
    check (purpose in ('sign_in', 'new_address', 'old_address'));
