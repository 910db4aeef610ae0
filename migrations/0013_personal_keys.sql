-- The key of each person whose members stand encrypted in the log. Losing this table or MASTER_KEY loses the people;
-- erasing one row's key erases one person. See src/privacy/personal-keys.ts.

create table personal_keys (
  -- The id of the employee, contractor, business entity, company or partner.
  subject text collate "C" primary key,
  -- 32 bytes, encrypted under a key derived from MASTER_KEY; null once erased. The row stays, so that no new key is made.
  wrapped bytea,
  -- Which MASTER_KEY wrapped it.
  master text collate "C",
  created_at timestamptz not null default now(),
  erased_at timestamptz,
  check ((wrapped is null) = (erased_at is not null)),
  check ((wrapped is null) = (master is null))
);
create index personal_keys_master on personal_keys (master) where master is not null;
