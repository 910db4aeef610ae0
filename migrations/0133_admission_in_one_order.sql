-- As before, and takes the windows of an entity in one order too: that of its calls that reveal first, with whichever of
-- its credentials they come. Two processes that each took one of the two first waited for each other, and the database
-- ended one of them with all calls that it had in hand.

create or replace function admit_calls(
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
  last_used timestamptz;
begin
  asked_at := extract(epoch from now());
  places := array[1];
  if cardinality(hashes) > 1 then
    for i in 1 .. cardinality(hashes) loop
      names[i] := (
        select coalesce(c.company_id, c.partner_id) || case when c.purpose = 'component' then ':component' else '' end
        from credentials c where c.hash = hashes[i]);
    end loop;
    places := array(
      select i from generate_series(1, cardinality(hashes)) as i
      order by names[i] collate "C", reveals[i] = 0, hashes[i]);
  end if;
  foreach n in array places loop
    select c.partner_id, c.company_id, c.purpose, c.last_used_at, p.existing
    into admit_calls.partner_id, admit_calls.company_id, admit_calls.purpose, last_used, admit_calls.existing
    from credentials c join partners p on p.partner_id = c.partner_id
    where c.hash = hashes[n] and (c.expires_at is null or c.expires_at > business_now);
    continue when not found;

    wanted := calls[n];
    reveals_granted := null;
    -- A token of a page in a browser may reveal nothing: its call is counted, and refused behind this.
    if reveals[n] > 0 and purpose <> 'component' then
      taken := take_calls(coalesce(company_id, partner_id) || ':reveal', reveals[n], most_reveals);
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
    if last_used is null or last_used < business_now - interval '1 minute' or last_used > business_now then
      update credentials c set last_used_at = business_now where c.hash = hashes[n];
    end if;
    return next;
  end loop;
end
$$;
