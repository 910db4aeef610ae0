-- When a call to a receiver failed last. Between calls that are further apart than any retry nobody called it: the service
-- was away, or there was nothing to send. That time says nothing about the receiver. Null where the last call before this
-- migration failed.

alter table webhook_endpoints add column failed_at timestamptz;
