-- Moves checkpoints, each from where its writer knows it, renews the leases, and tells the other processes: the first
-- statement of every transaction that writes read models. It fails when a checkpoint stands elsewhere or belongs to
-- somebody else, and so do the statements that were sent behind it without waiting for its answer.
create function advance_projections(
  p_owner text,
  p_projections text[],
  p_generations integer[],
  p_positions bigint[],
  p_to bigint,
  p_lease_ms bigint,
  p_message text
) returns void language plpgsql as $$
declare
  moved integer;
begin
  update projection_generations g
  set position = p_to, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond',
    stopped_at = null, stopped_stream = null, stopped_revision = null, stopped_error = null
  from unnest(p_projections, p_generations, p_positions) as a (projection, generation, at)
  where g.projection = a.projection and g.generation = a.generation and g.position = a.at
    and g.owner = p_owner and g.status <> 'retired';
  get diagnostics moved = row_count;
  if moved <> cardinality(p_projections) then
    raise exception 'the checkpoint was moved or taken by another process' using errcode = 'PR001';
  end if;
  if p_message <> '' then
    perform pg_notify('payroll_progress', p_message);
  end if;
end
$$;
