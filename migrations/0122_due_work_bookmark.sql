-- Up to where the parts of a piece of work have come that made room before it was done (src/work/turn.ts): whoever takes its
-- next turn goes on from there. Holds ids and positions.
alter table due_work add column bookmark json;
