-- How often an entity called in its present window. Unlogged: losing the counters in a crash opens new windows, which
-- costs nothing, and not writing them to the WAL saves a flush on every request. See src/http/door/admission.ts.

create unlogged table rate_windows (
  -- The entity (`cmp_…` or `ptn_…`), with `:component` or `:reveal` behind it for those buckets.
  bucket text collate "C" primary key,
  -- By the database's clock, which all processes share.
  opened_at timestamptz not null,
  used integer not null check (used >= 0),
  -- Calls that the last update let through.
  granted integer not null check (granted >= 0)
) with (fillfactor = 50);
create index rate_windows_opened_at on rate_windows (opened_at);

-- Counts calls in a bucket, as many as still fit into its window of 60 seconds, and says how many those were. The row
-- lock makes it exact among all processes: more than `most` are never let through in a window.
create function take_calls(name text, wanted integer, most integer, out granted integer, out used integer, out opened_at timestamptz)
language plpgsql as $$
declare
  expired constant timestamptz := now() - interval '60 seconds';
begin
  for attempt in 1 .. 10 loop
    update rate_windows as w set
      opened_at = case when w.opened_at <= expired then now() else w.opened_at end,
      granted = least(wanted, most - case when w.opened_at <= expired then 0 else w.used end),
      used = least(most, wanted + case when w.opened_at <= expired then 0 else w.used end)
    where w.bucket = name and (w.used < most or w.opened_at <= expired)
    returning w.granted, w.used, w.opened_at into take_calls.granted, take_calls.used, take_calls.opened_at;
    if found then return; end if;

    -- Full, or not there. A full one is left alone, so that a caller who does not stop costs no writes.
    select 0, w.used, w.opened_at into take_calls.granted, take_calls.used, take_calls.opened_at
    from rate_windows w where w.bucket = name and w.used >= most and w.opened_at > expired;
    if found then return; end if;

    insert into rate_windows as w (bucket, opened_at, used, granted)
    values (name, now(), least(wanted, most), least(wanted, most))
    on conflict do nothing
    returning w.granted, w.used, w.opened_at into take_calls.granted, take_calls.used, take_calls.opened_at;
    if found then return; end if;
  end loop;
  raise exception 'the rate window % changes too fast', name;
end
$$;

-- Who the credentials are, and how many of the calls made with each may go on. Unknown and expired credentials give no
-- row. Plain lookups in a loop rather than one join over unnest(): their plans are kept, which makes a call of this take
-- 0.09 ms instead of 0.3. Windows are taken in the order of their names, so that two such calls never wait for each other.
create function admit_calls(
  hashes bytea[], calls integer[], reveals integer[], business_now timestamptz, most_calls integer, most_reveals integer
) returns table (
  n integer, partner_id text, company_id text, purpose text, existing boolean,
  granted integer, used integer, opened_at double precision,
  reveals_granted integer, reveals_used integer, reveals_opened_at double precision,
  asked_at double precision
)
language plpgsql as $$
declare
  places integer[];
  names text[] := '{}';
  wanted integer;
  taken record;
begin
  asked_at := extract(epoch from now());
  places := array[1];
  if cardinality(hashes) > 1 then
    for i in 1 .. cardinality(hashes) loop
      names[i] := (
        select coalesce(c.company_id, c.partner_id) || case when c.purpose = 'component' then ':component' else '' end
        from credentials c where c.hash = hashes[i]);
    end loop;
    places := array(select i from generate_series(1, cardinality(hashes)) as i order by names[i] collate "C");
  end if;
  foreach n in array places loop
    select c.partner_id, c.company_id, c.purpose, p.existing
    into admit_calls.partner_id, admit_calls.company_id, admit_calls.purpose, admit_calls.existing
    from credentials c join partners p on p.partner_id = c.partner_id
    where c.hash = hashes[n] and (c.expires_at is null or c.expires_at > business_now);
    continue when not found;

    wanted := calls[n];
    reveals_granted := null;
    if reveals[n] > 0 then
      taken := take_calls(
        coalesce(company_id, partner_id) || case when purpose = 'component' then ':component' else '' end || ':reveal',
        reveals[n], most_reveals);
      reveals_granted := taken.granted;
      reveals_used := taken.used;
      reveals_opened_at := extract(epoch from taken.opened_at);
      -- A call that its own bucket refuses is not counted in the other.
      wanted := calls[n] - reveals[n] + reveals_granted;
    end if;
    taken := take_calls(
      coalesce(company_id, partner_id) || case when purpose = 'component' then ':component' else '' end,
      wanted, most_calls);
    granted := taken.granted;
    used := taken.used;
    opened_at := extract(epoch from taken.opened_at);
    return next;
  end loop;
end
$$;
