-- The comment of a generation's schema names the schema itself too, by its object id: a restore that made it anew with
-- the table of generations brought its rows along, and they are as good as before.
do $$
declare
  one record;
begin
  for one in
    select n.oid as own, n.nspname as name
    from projection_generations g join pg_namespace n on n.nspname = g.schema_name
    where obj_description(n.oid, 'pg_namespace') = 'projection_generations'::regclass::oid::text
  loop
    execute format('comment on schema %I is %L', one.name, 'projection_generations'::regclass::oid || '/' || one.own);
  end loop;
end
$$;
