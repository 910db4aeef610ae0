-- The schema of each generation says in its comment which table of generations names it. Where a backup without read
-- models is restored over a database, that table is made anew and the schemas stay, with rows of events that the log
-- does not have any more: see projections/rebuild/sweep.ts.
do $$
declare
  one text;
begin
  for one in select g.schema_name from projection_generations g join pg_namespace n on n.nspname = g.schema_name
  loop
    execute format('comment on schema %I is %L', one, 'projection_generations'::regclass::oid);
  end loop;
end
$$;
