-- The position of the last event in EventStoreDB that the read models had taken when it was noted, at least once a
-- second; 0 where the log is in PostgreSQL. Where the log ends before it, the log was restored from an older backup than
-- the database. Checkpoints cannot tell that: they move past foreign events behind our last one.
create table log_seen (
  single boolean primary key default true check (single),
  position bigint not null
);
insert into log_seen (position) values (0);
