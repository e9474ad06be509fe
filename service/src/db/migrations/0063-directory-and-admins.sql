-- Whether the directory disabled the user. It can enable only such a user again: what an admin disabled stays disabled.
ALTER TABLE users ADD COLUMN is_disabled_by_directory boolean NOT NULL DEFAULT false;

CREATE UNIQUE INDEX scim_groups_by_external_id ON scim_groups (external_id) WHERE external_id IS NOT NULL;

-- Whether the holder is the platform's key, or the administrator that the configuration names.
ALTER TABLE custody_role_holders ADD COLUMN is_expected boolean NOT NULL DEFAULT true;
