-- The end of a connection asks whether another one has tokens for the same books: without this every row was read.
create index integration_tokens_realm_id_idx on integration_tokens (realm_id);
