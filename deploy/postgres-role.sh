#!/bin/sh
# At the first start of the database: the service's role, which may log in and make schemas in its database, and owns
# nothing of the server and no other database. The same two statements serve a PostgreSQL of your own.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set password="$PAYROLL_PASSWORD" <<'SQL'
create role payroll login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database payroll;
revoke all on database payroll from public;
grant connect, create, temporary on database payroll to payroll;
SQL
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname payroll <<'SQL'
alter schema public owner to payroll;
SQL
