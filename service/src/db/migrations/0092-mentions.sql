-- Notes that mention a user, for the user's notices.
CREATE INDEX work_items_by_mention ON work_items USING gin (notes jsonb_path_ops);
