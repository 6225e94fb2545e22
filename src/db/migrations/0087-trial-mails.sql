-- Emails that an admin sends to themselves to see whether emails arrive.
alter table sign_ins
  drop constraint sign_ins_purpose_check,
  add constraint sign_ins_purpose_check check (purpose in (
    'sign_in', 'new_address', 'old_address', 'join_login', 'passkey_added', 'passkey_removed', 'login_linked',
    'login_removed', 'trial'));
