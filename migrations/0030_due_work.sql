-- What is to be done later. One row per piece of work, claimed by one process at a time under a lease, done at least
-- once. See src/work/due-work.ts.

create table due_work (
  kind text collate "C" not null,
  -- What it is about, once per kind: the id of a task, of a webhook, of a payroll.
  key text collate "C" not null,
  payload json not null,
  -- Not before this instant: of the database's clock, or of business time where the kind says so.
  due_at timestamptz not null,
  -- How often it was begun.
  attempts integer not null default 0 check (attempts >= 0),
  -- How often it was asked for: work that was asked for again while it ran is not over with that run.
  asked bigint not null default 1,
  -- The worker that has it, and until when it may think so (database clock).
  holder uuid,
  lease_until timestamptz,
  ended_at timestamptz,
  last_error text,
  primary key (kind, key),
  check ((holder is null) = (lease_until is null)),
  check (ended_at is null or holder is null)
);
create index due_work_due on due_work (kind, due_at) where ended_at is null;
create index due_work_held on due_work (holder) where holder is not null;
create index due_work_ended on due_work (ended_at) where ended_at is not null;
