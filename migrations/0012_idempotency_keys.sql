-- Requests that came with an X-Idempotency-Key: what they use, who works on them, and what was answered.
-- See src/http/requests/idempotency.ts.

create table idempotency_keys (
  -- Of the authenticated entity: `company:cmp_…` or `partner:ptn_…`.
  scope text collate "C" not null,
  -- SHA-256 of the key, whose form is the caller's.
  key_hash bytea not null check (length(key_hash) = 32),
  -- SHA-256 of method, path with query, and body: the key belongs to this request.
  request_hash bytea not null check (length(request_hash) = 32),
  -- What ids are derived from, and the business time of the change: fixed before the work begins.
  seed text not null,
  occurred_at text not null,
  -- Who works on it, and until when it is believed to be alive (database clock).
  holder uuid not null,
  leased_until timestamptz not null,
  -- Status, headers and body as answered, encrypted; null until then.
  answer bytea,
  expires_at timestamptz not null,
  primary key (scope, key_hash)
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at);
create index idempotency_keys_holder on idempotency_keys (holder) where answer is null;
