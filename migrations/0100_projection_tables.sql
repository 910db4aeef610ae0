-- Which tables a generation has, each by its fingerprint: a new generation takes over those that did not change.
alter table projection_generations add column tables jsonb not null default '{}';
