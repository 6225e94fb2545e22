-- An uploaded file that waits for its import may name somebody who has deleted their account meanwhile.
alter table imports drop constraint imports_fault_check, add constraint imports_fault_check
  check (fault in ('upload', 'no_file', 'too_large', 'no_room', 'unreadable', 'person_erased'));
