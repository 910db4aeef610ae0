-- A window that was opened before the clock of the database was set back, by an hour perhaps, would last until then: its
-- calls would be refused all the time. One that was opened later than now is over. Up to a minute it is left, since
-- processes count at the same moment.

create or replace function take_calls(name text, wanted integer, most integer, out granted integer, out used integer, out opened_at timestamptz)
language plpgsql as $$
declare
  expired constant timestamptz := now() - interval '60 seconds';
  set_back constant timestamptz := now() + interval '60 seconds';
begin
  for attempt in 1 .. 10 loop
    update rate_windows as w set
      opened_at = case when w.opened_at <= expired or w.opened_at > set_back then now() else w.opened_at end,
      granted = least(wanted, most - case when w.opened_at <= expired or w.opened_at > set_back then 0 else w.used end),
      used = least(most, wanted + case when w.opened_at <= expired or w.opened_at > set_back then 0 else w.used end)
    where w.bucket = name and (w.used < most or w.opened_at <= expired or w.opened_at > set_back)
    returning w.granted, w.used, w.opened_at into take_calls.granted, take_calls.used, take_calls.opened_at;
    if found then return; end if;

    -- Full, or not there. A full one is left alone, so that a caller who does not stop costs no writes.
    select 0, w.used, w.opened_at into take_calls.granted, take_calls.used, take_calls.opened_at
    from rate_windows w
    where w.bucket = name and w.used >= most and w.opened_at > expired and w.opened_at <= set_back;
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
