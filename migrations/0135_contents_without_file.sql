-- Which contents no file has, so that the sweeper finds them without passing all that were ever written. A trigger keeps
-- it, since files are deleted in several places, and by processes of earlier versions while they still run.
lock table files in share row exclusive mode;

alter table file_contents add column has_file boolean not null default false;

create function note_content_of_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update file_contents set has_file = true where id = new.content;
  else
    update file_contents set has_file = false where id = old.content;
  end if;
  return null;
end
$$;
create trigger note_content after insert or delete on files for each row execute function note_content_of_file();

update file_contents c set has_file = true where exists (select 1 from files f where f.content = c.id);
create index file_contents_without_file on file_contents (kept_in, touched_at) where not has_file;
