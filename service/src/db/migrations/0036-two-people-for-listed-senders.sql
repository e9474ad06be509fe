-- Money of a sender whom the sanctions list may name is held as well, and giving it to somebody lets it go: above the same
-- amount two people do. The word of the first one counts for the one whom it names, as `transfers/<id>`.
ALTER TABLE release_requests
  DROP CONSTRAINT release_requests_subject_type_check,
  ADD CONSTRAINT release_requests_subject_type_check CHECK (subject_type IN ('transfer', 'deposit', 'payment')),
  ADD COLUMN target text COLLATE "C",
  ADD CONSTRAINT release_requests_target_check CHECK ((subject_type = 'payment') = (target IS NOT NULL));
