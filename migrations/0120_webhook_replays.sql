-- What callers ask of deliveries: to look at them, to make one again, and to be told again of what the ledger holds.
-- See src/processes/webhooks/webhook-replay.ts.

alter table webhook_deliveries
  -- Place in the ledger of what it tells of; absent on those recorded before this was kept.
  add column position bigint,
  -- When somebody last asked for it to be made again: its age counts from there, and its attempts are counted anew.
  add column asked_at timestamptz,
  add column earlier_attempts integer not null default 0,
  -- Place in the ledger of that wish: met again it is not another one.
  add column asked_position bigint;
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, sequence);

alter table webhook_endpoints
  -- A replay tells of what stands behind replay_from, has come to replay_after, and ends at replay_until.
  add column replay_from bigint,
  add column replay_after bigint,
  add column replay_until bigint,
  -- What happened before this instant, by business time, is passed over.
  add column replay_since timestamptz,
  -- Place in the ledger of the wish for it.
  add column replay_asked bigint;

-- By which instant of business time the ledger had come to which place: a replay from an instant begins at the last one
-- before it, and not at the beginning. One an hour.
create table webhook_milestones (
  hour timestamptz primary key,
  at timestamptz not null,
  position bigint not null
);
create index webhook_milestones_at on webhook_milestones (at);
