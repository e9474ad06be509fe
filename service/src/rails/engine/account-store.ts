import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { bankBookings, bankMovementReferences, bankStatements, bankUsedCredits } from "../tables.ts";
import type { Movement } from "./movement.ts";

/** A movement on our account, as reported by the bank. */
export type Booking = Omit<RowOf<typeof bankBookings>, "network" | "fileId" | "createdAt">;

export type KnownBooking = Pick<Booking, "reference" | "direction" | "amountCents">;

export const selectBookings = bankBookings.many({
  by: ["network", "reference[]"],
  columns: ["reference", "direction", "amountCents"],
});

/** A booking that was first notified now appears in a statement, too. */
export const insertBookings = bankBookings.insertMany({
  of: ["network", "fileId", "createdAt"],
  onConflict: `(network, reference, direction) DO UPDATE SET report_id = excluded.report_id
    WHERE bank_bookings.report_id IS NULL AND excluded.report_id IS NOT NULL`,
});

const count = statement(`
  UPDATE bank_bookings SET duplicate_cents = duplicate_cents - $4
  WHERE network = $1 AND reference = $2 AND direction = $3`);

/** A part of the booking is a movement of its own, after all. */
export async function countBooking(
  tx: Transaction,
  network: Network,
  {
    bookingReference,
    direction,
    amountCents,
  }: Pick<Movement, "bookingReference" | "direction" | "amountCents">,
): Promise<void> {
  await tx.run(count, [network, bookingReference, direction, amountCents]);
}

const total = statement<{ readonly cents: bigint }>(`
  SELECT coalesce(sum(CASE direction WHEN 'credit' THEN 1 ELSE -1 END * (amount_cents - duplicate_cents)), 0)::numeric AS cents
  FROM bank_bookings WHERE network = $1`);

/** Credits less debits of all bookings, each movement once: the account balance, if it started at zero. */
export async function sumBookings(session: Session, network: Network): Promise<bigint> {
  return (await session.first(total, [network]))?.cents ?? 0n;
}

/** Balances of the account, by the bank. */
export const insertStatement = bankStatements.insert({
  onConflict: "(network, account_ending, report_id) DO NOTHING",
});

/** Newest first; used to reconcile the bank with the ledger. Index bank_statements_by_date. */
export const selectStatements = bankStatements.many({
  by: ["network"],
  orderBy: ["statedOn DESC", "id DESC"],
  limit: true,
});

// Primary keys, and index bank_movement_references_of_part.
const knownMovements = statement<Movement>(`
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
  return names.length === 0 ? [] : session.rows(knownMovements, [network, names]);
}

const insertReferences = bankMovementReferences.insertMany({ of: ["network", "createdAt"] });

/** Two nodes cannot store the same reference: the second one fails, and reads its file again. */
export async function insertMovements(
  tx: Transaction,
  { network, now }: { readonly network: Network; readonly now: Instant },
  movements: readonly Movement[],
): Promise<void> {
  const rows = movements.flatMap(({ names, ...movement }) => names.map((name) => ({ ...movement, name })));
  await insertReferences(tx, { network, createdAt: now }, rows);
}

/** Whether the credit with this reference of the bank was used before. */
export const selectIsUsed = bankUsedCredits.exists({ by: ["network", "reference"] });

export const insertUsedCredit = bankUsedCredits.insert();
