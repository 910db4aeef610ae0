-- When a webhook was last called, by business time: the last use of the keys that signed the call.
alter table webhook_endpoints add column last_called_at timestamptz;
