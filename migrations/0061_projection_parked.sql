-- Companies that a read model cannot follow: an event of theirs cannot be folded. Later events of theirs are passed over
-- in that generation, and their writes are refused, until the event is taken (by code that can) or a new generation is
-- built. `position`: everything of the company up to here is in the rows. See projections/feed/apply.ts.

create table projection_parked (
  projection text collate "C" not null,
  generation integer not null,
  -- The company, or the partner for what belongs to no company.
  scope text collate "C" not null,
  position bigint not null,
  stream text not null,
  revision bigint not null,
  error text not null,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (projection, generation, scope),
  foreign key (projection, generation) references projection_generations on delete cascade
);

-- The first statement of a transaction that brings a parked company further: as advance_projections for whole read models.
create function advance_parked(
  p_owner text,
  p_projection text,
  p_generation integer,
  p_scope text,
  p_from bigint,
  p_to bigint
) returns void language plpgsql as $$
begin
  update projection_parked p set position = p_to
  from projection_generations g
  where p.projection = p_projection and p.generation = p_generation and p.scope = p_scope and p.position = p_from
    and g.projection = p.projection and g.generation = p.generation and g.owner = p_owner and g.status = 'live';
  if not found then
    raise exception 'the parked company was moved or taken by another process' using errcode = 'PR001';
  end if;
end
$$;
