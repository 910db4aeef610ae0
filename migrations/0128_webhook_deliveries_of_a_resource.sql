-- Deliveries about one resource are listed newest first: without this every delivery of the webhook was read for them.
create index webhook_deliveries_of_resource on webhook_deliveries (webhook_id, resource_id, sequence);
