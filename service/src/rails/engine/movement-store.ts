import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Movement } from "./movement.ts";

// Primary keys, and index bank_movement_references_of_part.
const known = statement<Movement>(`
  SELECT DISTINCT ON (part.direction, part.reference) part.direction, part.booking_reference, part.reference,
    part.amount_cents, coalesce(booking.booked_on, '') AS booked_on, booking.transaction_code, booking.file_id,
    ARRAY(SELECT each.name FROM bank_movement_references each
      WHERE each.network = part.network AND each.direction = part.direction AND each.reference = part.reference
      ORDER BY each.name) AS names
  FROM bank_movement_references part
    LEFT JOIN bank_bookings booking ON booking.network = part.network AND booking.direction = part.direction
      AND booking.reference = part.booking_reference
  WHERE part.network = $1 AND part.name = ANY ($2::text[])`);

/** Movements that are known by any of these references, with all their references. */
export async function selectMovements(
  session: Session,
  network: Network,
  names: readonly string[],
): Promise<readonly Movement[]> {
  return names.length === 0 ? [] : session.rows(known, [network, names]);
}

// Two nodes cannot store the same reference: the second one fails, and reads its file again.
const insert = statement(`
  INSERT INTO bank_movement_references (network, direction, name, booking_reference, reference, amount_cents, created_at)
  SELECT $1, new.*, $7
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[])
    AS new (direction, name, booking_reference, reference, amount_cents)`);

export async function insertMovements(
  tx: Transaction,
  { network, now }: { readonly network: Network; readonly now: Instant },
  movements: readonly Movement[],
): Promise<void> {
  const rows = movements.flatMap(({ names, ...movement }) => names.map((name) => ({ ...movement, name })));
  if (rows.length === 0) return;
  await tx.run(insert, [
    network,
    rows.map(({ direction }) => direction),
    rows.map(({ name }) => name),
    rows.map(({ bookingReference }) => bookingReference),
    rows.map(({ reference }) => reference),
    rows.map(({ amountCents }) => amountCents),
    formatInstant(now),
  ]);
}
