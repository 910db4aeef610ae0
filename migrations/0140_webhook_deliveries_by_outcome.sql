-- Deliveries with an outcome are listed newest first, and counted: without this every delivery of the webhook was read for
-- those few that failed.
create index webhook_deliveries_by_outcome on webhook_deliveries (webhook_id, outcome, sequence);
