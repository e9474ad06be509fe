-- Entries that a bank has, by the part of their ids that does not depend on time. A step that orders a payment looks here.
CREATE INDEX recovered_effects_by_ending ON recovered_effects (network, right(mark, 16))
  WHERE place = 'bank' AND state <> 'adopted';
