-- The event log. One row per event, appended in groups under one lock, so that positions have no gaps and appear in
-- commit order: whoever sees position n sees every position before it. See src/event-store/postgres/.

create table event_log (
  position bigint primary key check (position > 0),
  stream text collate "C" not null check (stream <> ''),
  revision bigint not null check (revision >= 0),
  id uuid not null,
  type text collate "C" not null check (type <> ''),
  -- Canonical JSON (RFC 8785). `json` gives back the very text that it was given; `jsonb` would not.
  data json not null,
  metadata json not null,
  recorded_at timestamptz not null,
  unique (stream, revision)
);

create function event_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end
$$;

create trigger append_only before update or delete or truncate on event_log
  for each statement execute function event_log_is_append_only();
