-- Every console request reads the memberships of its user, in all tenants: they are kept with the users.
COMMENT ON TABLE members IS 'platform: memberships of users in managing accounts';
