-- What process managers have still to do, company by company: the events that a dispatcher has read and that wait to be
-- worked on, as they are stored in the log. A company's work is a row of due_work (kind `manager/<name>`, key the
-- company) as long as anything of it stands here. See src/processes/managers/runner.ts.

create table manager_inbox (
  manager text collate "C" not null,
  -- The company, or the partner for what belongs to no company.
  scope text collate "C" not null,
  position bigint not null,
  event json not null,
  primary key (manager, scope, position)
);

-- What failed is now said by the rows of due_work; the columns that said so of a whole manager are written no more.
