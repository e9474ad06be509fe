-- Views are saved for every list, and those of operators for all tenants have the platform as their tenant.
ALTER TABLE saved_views DROP CONSTRAINT saved_views_list_check;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_list_check CHECK (list ~ '^[a-z]+(-[a-z]+)*$');
