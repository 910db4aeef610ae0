-- Searches also take no notice of which apostrophe or hyphen was typed: L’Heureux is found as L'Heureux, and Marc‑André
-- with a hyphen that does not break as Marc-André. Keyboards differ in them, and who is not found is hired twice.
create or replace function search_text(value text) returns text immutable parallel safe language sql
return replace(replace(replace(
  translate(
    lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')),
    'ŁłØøĐđÐðĦħŦŧıŒÆẞ’‘ʼ′´`‐‑', 'llooddddhhttiœæß''''''''''''--'),
  'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
