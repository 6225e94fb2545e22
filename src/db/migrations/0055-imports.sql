-- Imported records, by their ids in the other program, so that a repeated import adds only
-- new ones. `source_key`: the public key if there is one, because only these are unique across services.
create table imported_records (
  kind text not null check (kind in ('user', 'group', 'thread', 'poll', 'outcome', 'comment')),
  source_key text not null check (char_length(source_key) <= 200),
  our_id bigint not null,
  -- Null: for a person.
  group_id bigint references groups on delete cascade,
  imported_at timestamptz not null default now(),
  primary key (kind, source_key)
);
create index imported_records_of_group on imported_records (group_id) where group_id is not null;

-- Null: created here.
alter table discussions add column imported_at timestamptz;
alter table polls add column imported_at timestamptz;

-- The lines of a file during its import: one transaction, after which the table is empty again, so that nobody else
-- ever sees a row. `ref` and `owner` refer to other lines by their ids in the file.
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
  -- The place of a comment: its thread, and the top-level comment above it.
  root text,
  top text,
  number int,
  our_id bigint,
  -- Created by this import.
  fresh boolean not null default false,
  unique (kind, source_id)
);
create index import_lines_of_kind on import_lines (kind, place);
create index import_lines_of_ref on import_lines (kind, ref);
create index import_lines_of_root on import_lines (kind, root) where root is not null;

-- Files that people who run the service upload, to be checked and then imported. The file is in DATA_DIR/imports
-- until its import is done.
create table imports (
  id bigint generated always as identity primary key,
  made_by bigint not null references users,
  made_at timestamptz not null default now(),
  file_name text not null check (char_length(file_name) <= 200),
  stored_as text not null unique,
  -- As stated by the browser; null: unknown.
  size bigint,
  received bigint not null default 0,
  state text not null default 'uploading' check (state in ('uploading', 'checking', 'checked', 'importing', 'imported', 'failed')),
  -- In thousandths, while it is checked or imported.
  done int not null default 0,
  -- The last sign of progress. While it is checked or imported, no other process takes it until the lease ends.
  heard_at timestamptz not null default now(),
  leased_until timestamptz,
  ended_at timestamptz,
  -- The reason for its failure.
  fault text check (fault in ('upload', 'no_file', 'too_large', 'no_room', 'unreadable')),
  -- Of the check, later of the import.
  report jsonb
);
create unique index imports_under_way on imports ((true)) where state not in ('imported', 'failed');
