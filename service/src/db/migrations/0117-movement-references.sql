-- References that networks, and not the bank, give to a movement: the same in each report about it.
CREATE TABLE bank_movement_references (
  network           text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  direction         text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  -- Such as `uetr/8a56…`, `imad/2026…` or `trace_number/2026-11-16/0910…`.
  name              text COLLATE "C" NOT NULL,
  -- The bank's reference of the booking that had it first, and of the part of the booking.
  booking_reference text COLLATE "C" NOT NULL,
  reference         text COLLATE "C" NOT NULL,
  amount_cents      numeric(38, 0) NOT NULL,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (network, direction, name)
);
COMMENT ON TABLE bank_movement_references IS 'platform: by what networks know a movement, so that it is booked once';

CREATE INDEX bank_movement_references_of_part ON bank_movement_references (network, direction, reference);

-- The part of a booking that was reported before under another reference.
ALTER TABLE bank_bookings ADD COLUMN duplicate_cents numeric(38, 0) NOT NULL DEFAULT 0;

-- The records that an item compares.
ALTER TABLE bank_items ADD COLUMN records jsonb;

-- A held event waits for the decision about its item.
ALTER TABLE bank_events DROP CONSTRAINT bank_events_state_check;
ALTER TABLE bank_events ADD CONSTRAINT bank_events_state_check
  CHECK (state IN ('waiting', 'applied', 'superseded', 'held'));
