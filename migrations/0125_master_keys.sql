-- Which MASTER_KEYs this database is used with, by their fingerprints: the first process enters its own, and others that
-- have not all of them are refused. Two that start at the same moment on an empty database would otherwise each wrap
-- people's keys under its own, and neither could read the other's. See src/privacy/master-keys.ts.

create table master_keys (
  fingerprint text collate "C" primary key,
  entered_at timestamptz not null default now()
);

insert into master_keys (fingerprint)
select master from personal_keys where master is not null
union
select master from file_contents;
