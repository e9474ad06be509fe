-- What operators know of an item in a queue: the item itself belongs to another module.
CREATE TABLE work_items (
  kind        text COLLATE "C" NOT NULL CHECK (kind IN
    ('review', 'held_transfer', 'held_deposit', 'failed_refund', 'suspense', 'claim', 'approval', 'bank_item')),
  object_id   text COLLATE "C" NOT NULL,
  assignee_id text COLLATE "C" REFERENCES users (id),
  due_at      timestamptz,
  -- JSON array of author_id, at, text and mentions; append-only.
  notes       jsonb NOT NULL DEFAULT '[]',
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (kind, object_id)
);
COMMENT ON TABLE work_items IS 'platform: assignee, due time and notes of items that operators work on';
