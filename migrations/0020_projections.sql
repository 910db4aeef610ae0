-- Read models and their checkpoints. The tables of read models themselves are made from their definitions, in a schema
-- per generation; here stands which generations there are, how far each has come, and who feeds it. See projections/.

create table projection_generations (
  projection text collate "C" not null,
  generation integer not null check (generation > 0),
  version integer not null,
  -- Fingerprint of the tables: code with other tables cannot use this generation.
  shape text not null,
  schema_name text collate "C" not null unique,
  -- building: being filled. live: answers reads and is fed. retired: replaced, kept for readers that do not know yet.
  status text not null check (status in ('building', 'live', 'retired')),
  -- Every event up to here is in the rows.
  position bigint not null default 0,
  -- The process that feeds it, and until when it may think so.
  owner text,
  lease_until timestamptz,
  -- The event it could not take, when it stopped.
  stopped_at timestamptz,
  stopped_stream text,
  stopped_revision bigint,
  stopped_error text,
  created_at timestamptz not null default now(),
  live_at timestamptz,
  retired_at timestamptz,
  primary key (projection, generation)
);

create unique index projection_generations_live on projection_generations (projection, version, shape)
  where status = 'live';

-- Process managers: how far each has come in the log, and the last position that it appended itself.
create table process_managers (
  name text collate "C" primary key,
  position bigint not null default 0,
  appended bigint not null default 0,
  owner text,
  lease_until timestamptz,
  stopped_at timestamptz,
  stopped_stream text,
  stopped_revision bigint,
  stopped_error text
);

-- Text as searches compare it: without case and without the accents of Latin letters, whatever the locale of the
-- database. NFD writes é as e followed by an accent; what is left for lower() is ASCII.
create function search_text(value text) returns text immutable parallel safe language sql
return lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'));
