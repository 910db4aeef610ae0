-- Tokens of accounting providers: operational, sealed under a key of their connection, in no event. See
-- src/integrations/access/tokens.ts.
create table integration_tokens (
  connection_id text collate "C" primary key,
  -- Access and refresh token, encrypted.
  sealed json not null,
  access_expires_at timestamptz not null,
  -- Grows with each renewal: whoever waited for one sees that it was made.
  version bigint not null default 1,
  -- One process at a time renews; another takes over after this instant.
  renewing_until timestamptz,
  -- The one-time state whose answer brought them: met again, it is answered with what is there.
  state_digest text collate "C",
  realm_id text
);
