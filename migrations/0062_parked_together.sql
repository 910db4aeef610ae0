-- Parked companies are brought further together, those of a generation that is being built too: their rows and where each
-- of them stands are written in one transaction.

drop function advance_parked(text, text, integer, text, bigint, bigint);

create function advance_parked(
  p_owner text,
  p_projection text,
  p_generation integer,
  p_scopes text[],
  p_from bigint[],
  p_to bigint
) returns void language plpgsql as $$
declare
  moved integer;
begin
  update projection_parked p set position = p_to
  from projection_generations g, unnest(p_scopes, p_from) as a (scope, at)
  where p.projection = p_projection and p.generation = p_generation and p.scope = a.scope and p.position = a.at
    and g.projection = p.projection and g.generation = p.generation and g.owner = p_owner and g.status <> 'retired';
  get diagnostics moved = row_count;
  if moved <> cardinality(p_scopes) then
    raise exception 'parked companies were moved or taken by another process' using errcode = 'PR001';
  end if;
end
$$;
