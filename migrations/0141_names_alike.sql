-- Names in the same order, of which those that differ in case and accents alone are equal, so that the next field of an
-- order decides among them. Of a server that was built without ICU, only the same bytes are equal.
do $$
begin
  create collation names_alike (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
exception
  when feature_not_supported then create collation names_alike from "C";
end
$$;
