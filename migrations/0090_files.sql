-- Files that the service makes or keeps: reports, forms, what callers send. See src/files/files.ts.

-- The bytes of one writing of a file, under a key of their own. Without a row in `files` nobody reads them: they are being
-- written, or were left by a process that died, or belonged to a file that is gone.
create table file_contents (
  id uuid primary key,
  kept_in text not null check (kept_in in ('database', 'folder')),
  -- The key of these bytes, wrapped under the MASTER_KEY with this fingerprint.
  wrapped_key bytea not null,
  master text not null,
  -- When whoever writes them was last seen alive (database clock).
  touched_at timestamptz not null default clock_timestamp(),
  -- The sweeper is deleting it: nothing is written to it any more, and it becomes no file.
  given_up boolean not null default false
);
create index file_contents_touched on file_contents (touched_at);
create index file_contents_master on file_contents (master);

create table file_pieces (
  content uuid not null references file_contents on delete cascade,
  n integer not null check (n >= 0),
  -- Encrypted, so compressing it would be in vain.
  box bytea not null,
  primary key (content, n)
);
alter table file_pieces alter column box set storage external;

-- A file is there from the moment of this row on, whole.
create table files (
  id text collate "C" primary key,
  content uuid not null unique references file_contents,
  partner_id text collate "C" not null,
  company_id text collate "C" not null,
  name text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  pieces integer not null check (pieces >= 0),
  -- SHA-256 of its bytes.
  sha256 bytea not null check (length(sha256) = 32),
  -- Whether it can be made again from the ledger: then erasing a person deletes it.
  derived boolean not null,
  -- By business time.
  made_at timestamptz not null,
  expires_at timestamptz
);
create index files_company on files (company_id);
create index files_expires on files (expires_at) where expires_at is not null;
