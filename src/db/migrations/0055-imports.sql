-- What was moved in from other programs, by the ids it had there: an import that runs again adds only what is
-- new. `source_key`: public keys where there are any, for they alone are unique over all services.
create table imported_records (
  kind text not null check (kind in ('user', 'group', 'thread', 'poll', 'outcome', 'comment')),
  source_key text not null check (char_length(source_key) <= 200),
  our_id bigint not null,
  -- Null: of a person.
  group_id bigint references groups on delete cascade,
  imported_at timestamptz not null default now(),
  primary key (kind, source_key)
);
create index imported_records_of_group on imported_records (group_id) where group_id is not null;

-- Null: made here.
alter table discussions add column imported_at timestamptz;
alter table polls add column imported_at timestamptz;

-- The lines of a file while it is imported, in one transaction at whose end the table is empty again: nobody else
-- ever sees a row. `ref` and `owner` name other lines by their ids in the file.
create unlogged table import_lines (
  place bigint generated always as identity primary key,
  kind text not null,
  source_id text not null,
  line int not null,
  ref text,
  owner text,
  said_at timestamptz,
  source_key text,
  data jsonb not null default '{}',
  -- Where a comment stands: its thread, and the comment on the first level that it is under.
  root text,
  top text,
  number int,
  our_id bigint,
  -- Made by this import.
  fresh boolean not null default false,
  unique (kind, source_id)
);
create index import_lines_of_kind on import_lines (kind, place);
create index import_lines_of_ref on import_lines (kind, ref);
create index import_lines_of_root on import_lines (kind, root) where root is not null;

-- Files that people who run the service upload, to be checked and then imported. The file lies in DATA_DIR/imports
-- until its import is done.
create table imports (
  id bigint generated always as identity primary key,
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  file_name text not null check (char_length(file_name) <= 200),
  stored_as text not null unique,
  -- As the browser says; null: it does not.
  size bigint,
  received bigint not null default 0,
  state text not null default 'uploading' check (state in ('uploading', 'checking', 'checked', 'importing', 'imported', 'failed')),
  -- Of 1000, while it is checked or imported.
  done int not null default 0,
  -- When it was last heard of; while it is checked or imported nobody else does that until the lease ends.
  heard_at timestamptz not null default now(),
  leased_until timestamptz,
  ended_at timestamptz,
  -- Why it failed.
  fault text check (fault in ('upload', 'no_file', 'too_large', 'no_room', 'unreadable')),
  -- Of the check, then of the import.
  report jsonb
);
create unique index imports_under_way on imports ((true)) where state not in ('imported', 'failed');
