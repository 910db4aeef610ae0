-- The order in which people look for names: é beside e, and small letters among capital ones. The database compares so
-- without making another text of each. Of a server that was built without ICU, lists are in the order of bytes.
do $$
begin
  create collation names (provider = icu, locale = 'und');
exception
  when feature_not_supported then create collation names from "C";
end
$$;
