-- Who may call. Secrets and tokens are 256 random bits, so a plain SHA-256 of one cannot be turned back: a slow password
-- hash would protect nothing more and would cost its time on every request. See src/platform/credentials.ts.

create table partners (
  partner_id text collate "C" primary key,
  partner_key text collate "C" not null unique,
  name text not null,
  -- Without a Prefer header an existing partner gets the deprecated ways, a new one the present ways.
  existing boolean not null,
  created_at timestamptz not null
);

create table credentials (
  -- SHA-256 of the partner secret or access token.
  hash bytea primary key check (length(hash) = 32),
  partner_id text collate "C" not null references partners,
  -- Of an access token; null for a partner secret.
  company_id text collate "C",
  purpose text collate "C" not null check (purpose in ('partner', 'access', 'component')),
  -- Business time, as the holder was told; null for never.
  expires_at timestamptz,
  check ((purpose = 'partner') = (company_id is null)),
  check ((purpose = 'partner') = (expires_at is null))
);
create index credentials_company on credentials (company_id) where company_id is not null;
create index credentials_expiry on credentials (expires_at) where expires_at is not null;
