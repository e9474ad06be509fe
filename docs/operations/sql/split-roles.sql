-- Two roles for a database that one role owns so far. Stop the service, and run this as a superuser in that database:
--
--   psql -v service_password='…' -f split-roles.sql florin
--
-- The role that owns the tables becomes DATABASE_OWNER_URL and `florin_service` becomes DATABASE_URL. Then run
-- `florin admin migrate`, which gives `florin_service` its privileges.

CREATE ROLE florin_service LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'service_password';
REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO florin_service;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
