-- Whether the directory disabled the user. It can enable only such a user again: what an admin disabled stays disabled.
ALTER TABLE users ADD COLUMN is_disabled_by_directory boolean NOT NULL DEFAULT false;

CREATE UNIQUE INDEX scim_groups_by_external_id ON scim_groups (external_id) WHERE external_id IS NOT NULL;
