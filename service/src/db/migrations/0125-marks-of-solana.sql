-- The mark of an operation on Solana is the hash of its reference now, as on the other chains: its transaction carries the
-- reference as an account, because the memo belongs to the recipient.
UPDATE recovered_effects SET mark = encode(sha256(convert_to(mark, 'UTF8')), 'hex')
 WHERE place = 'solana' AND mark <> '';
