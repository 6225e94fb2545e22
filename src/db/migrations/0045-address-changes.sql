-- People can change their address: the new one gets a code, which they enter where they requested it; the old one gets
-- a note. Both emails have their `user_id` from the beginning.
alter table sign_ins
  add column purpose text not null default 'sign_in'
    check (purpose in ('sign_in', 'new_address', 'old_address'));
