-- Where a request under an idempotency key writes, when that is the stream of another record than the one it names: a
-- part lives with its container, and once it was deleted no read model says with which. See src/http/requests/idempotency.ts.
alter table idempotency_keys add column container text collate "C";
