-- Searches also take no notice of strokes and ligatures: Łucja is found as lucja, Lœtitia as loetitia. Those letters are
-- not written with a combining accent, so normalizing leaves them; and lower() knows ASCII only in some locales.
create or replace function search_text(value text) returns text immutable parallel safe language sql
return replace(replace(replace(
  translate(
    lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')),
    'ŁłØøĐđÐðĦħŦŧıŒÆẞ', 'llooddddhhttiœæß'),
  'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
