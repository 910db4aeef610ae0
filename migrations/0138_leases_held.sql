-- As before; which leases hold is a function of its own, so that an event store that is not in this database asks the
-- same.

-- The lines of p_leases that hold: of the holder of an idempotency key, or of a run of due work (holder, kind and key
-- with a space between). Empty lines are none. Until this transaction ends, nobody takes over what they hold.
create function leases_held(p_leases text) returns text[] language plpgsql as $$
declare
  held text[] := '{}';
  work record;
begin
  -- In the order in which keys and rows of due work are taken.
  if p_leases ~ '(^|\n)[^ \n]+(\n|$)' then
    select coalesce(array_agg(k.holder::text), '{}') into held from (
      select holder from idempotency_keys
      where answer is null
        and holder = any(array(select l::uuid from string_to_table(p_leases, e'\n') l where l <> '' and l !~ ' '))
      -- Sorted: read in this order, it would be the whole table.
      order by scope || '', key_hash for share
    ) as k;
  end if;
  if p_leases ~ ' ' then
    for work in
      select l as lease, split_part(l, ' ', 1)::uuid as of_holder, split_part(l, ' ', 2) as of_kind,
        split_part(l, ' ', 3) as of_key
      from (select distinct l collate "C" as l from string_to_table(p_leases, e'\n') l where l like '% %') as one
      order by of_kind, of_key
    loop
      -- This lock lets renewals through, which change no key. Claims pass over a row that has it.
      perform from due_work where kind = work.of_kind and key = work.of_key and holder = work.of_holder for key share;
      if found then
        held := held || work.lease;
      end if;
    end loop;
  end if;
  return held;
end
$$;

create or replace function event_log_append(
  p_streams text,
  p_expected text,
  p_leases text,
  p_appends text,
  p_revisions text,
  p_ids text,
  p_types text,
  p_data text,
  p_metadata text,
  p_told boolean,
  out head bigint,
  out appended text,
  out fenced text
) language plpgsql as $$
declare
  held text[] := '{}';
  now_is timestamptz;
begin
  -- An acknowledged event is on disk, whatever this database does for others.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;

  -- Before the lock that all processes wait for.
  if p_leases ~ '[^\n]' then
    held := leases_held(p_leases);
  end if;

  -- One group at a time, over all processes. The lock is given back after the commit is visible, so whoever has it
  -- sees everything before; and a statement of its own, because each takes its view of the table when it begins.
  perform pg_advisory_xact_lock('event_log'::regclass::oid::bigint);
  select coalesce((select position from event_log order by position desc limit 1), 0) into head;
  -- Of the clock, not of the statement, which may have waited for the lock: so time grows with the position.
  now_is := clock_timestamp();

  with given as materialized (
    select stream, expected::bigint, ordinal, not (coalesce(lease, '') = '' or lease = any(held)) as is_fenced
    from rows from (
        string_to_table(p_streams, e'\n'), string_to_table(p_expected, e'\n'), string_to_table(p_leases, e'\n')
      ) with ordinality as line (stream, expected, lease, ordinal)
  ),
  holding as materialized (
    -- A stream is at a revision when it has that one and not the next. Written as a lookup per append: a join or
    -- `exists` would let the planner read the whole log instead, if that was small when the plan was made.
    select ordinal, stream
    from given
    where not is_fenced and expected = coalesce((
      select max(l.revision) from event_log l
      where l.stream = given.stream and l.revision between given.expected and given.expected + 1), -1)
  ),
  inserted as (
    insert into event_log (position, stream, revision, id, type, data, metadata, recorded_at)
    select head + row_number() over (order by event.ordinal), holding.stream, event.revision::bigint, event.id::uuid,
      event.type, event.data::json, event.metadata::json, now_is
    from rows from (
        string_to_table(p_appends, e'\n'), string_to_table(p_revisions, e'\n'), string_to_table(p_ids, e'\n'),
        string_to_table(p_types, e'\n'), string_to_table(p_data, e'\n'), string_to_table(p_metadata, e'\n')
      ) with ordinality as event (append, revision, id, type, data, metadata, ordinal)
    join holding on holding.ordinal = event.append::bigint
  )
  select (select string_agg(ordinal::text, ',' order by ordinal) from holding),
    (select string_agg(ordinal::text, ',' order by ordinal) from given where is_fenced)
  into appended, fenced;

  -- Other processes read on at once; the payload spares them a look at what they have already.
  if p_told and appended is not null then
    perform pg_notify('event_log', head::text);
  end if;
end
$$;
