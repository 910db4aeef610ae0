-- Calls to webhooks: operational rows, not ledger events. See src/processes/webhooks/webhook-manager.ts and webhook-delivery.ts.

-- One row per webhook that was ever told something.
create table webhook_endpoints (
  webhook_id text collate "C" primary key,
  -- Sequence number of the last delivery: without gaps, in the order of the events.
  last_sequence bigint not null default 0,
  -- Attempts that failed since the last one that did not, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  -- No attempt before this instant: the receiver is down or asked to be left alone.
  closed_until timestamptz
);

create table webhook_deliveries (
  -- `whd_…`, derived from webhook, event and notice: telling twice is telling once.
  id text collate "C" primary key,
  webhook_id text collate "C" not null references webhook_endpoints on delete cascade,
  sequence bigint not null,
  -- What it tells, and about which resource.
  event text collate "C" not null,
  resource_id text collate "C" not null,
  -- The body to the byte: signatures are made over it.
  body text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  outcome text collate "C" check (outcome in ('delivered', 'failed', 'cancelled')),
  check ((ended_at is null) = (outcome is null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, sequence) where ended_at is null;
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;

create table webhook_attempts (
  delivery_id text collate "C" not null references webhook_deliveries on delete cascade,
  attempt integer not null check (attempt > 0),
  ended_at timestamptz not null default clock_timestamp(),
  duration_ms integer not null,
  -- The receiver's answer; null when there was none, and why.
  status integer,
  error text,
  -- The beginning of the answer's body.
  excerpt text,
  primary key (delivery_id, attempt)
);
create index webhook_attempts_ended on webhook_attempts (ended_at);
