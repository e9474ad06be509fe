-- The database of Florin with its two roles. Run it once, as a superuser, before the first `florin admin migrate`:
--
--   psql -v owner_password='…' -v service_password='…' -f roles.sql
--
-- `florin_owner` owns the tables. Only `florin admin migrate` uses it (DATABASE_OWNER_URL).
-- `florin_service` owns nothing. The service and all other commands use it (DATABASE_URL). `florin admin migrate` gives it the
-- privileges that it needs on each table, so append-only tables have no UPDATE, DELETE or TRUNCATE for it.

CREATE ROLE florin_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
CREATE ROLE florin_service LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'service_password';

CREATE DATABASE florin OWNER florin_owner;
REVOKE ALL ON DATABASE florin FROM PUBLIC;
GRANT CONNECT ON DATABASE florin TO florin_service;

\connect florin
ALTER SCHEMA public OWNER TO florin_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
