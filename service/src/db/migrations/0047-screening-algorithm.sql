-- With which comparison of names a result was computed, so that it can be recomputed; 1 is the one before this column.
ALTER TABLE screenings ADD COLUMN algorithm integer NOT NULL DEFAULT 1 CHECK (algorithm > 0);
