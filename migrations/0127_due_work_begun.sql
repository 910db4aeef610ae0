-- How often work was begun again since it was last done, each time after a process that had it in hand ended without a
-- result. Counted before the beginning: such work may end its process. From some number on it is not begun any more.
-- See src/work/due-work.ts.
alter table due_work add column begun integer not null default 0 check (begun >= 0);
create index due_work_begun on due_work (kind, key) where begun > 0;
