-- What rules look at, besides the columns, as JSON: the network that the operation changes, `both` for both; the value
-- types of both ends and of the amount. NULL in rows of earlier nodes, which have `asset` instead.
ALTER TABLE approvals ADD COLUMN facts jsonb;
