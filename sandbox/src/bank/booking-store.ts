import {
  formatInstant,
  type Network,
  type Session,
  statement,
  type Transaction,
} from "@florin/service/sandbox-ports";
import type { Booking } from "./bank-item.ts";

const insert = statement(`
  INSERT INTO sandbox_bank_bookings (network, number, item_id, kind, direction, amount_cents, bank_reference, day, booked_at)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::text[],
    $9::timestamptz[])`);

export async function insertBookings(
  tx: Transaction,
  network: Network,
  bookings: readonly Booking[],
): Promise<void> {
  if (bookings.length === 0) return;
  await tx.run(insert, [
    network,
    bookings.map(({ number }) => number),
    bookings.map(({ itemId }) => itemId),
    bookings.map(({ kind }) => kind),
    bookings.map(({ direction }) => direction),
    bookings.map(({ amountCents }) => amountCents),
    bookings.map(({ bankReference }) => bankReference),
    bookings.map(({ day }) => day),
    bookings.map(({ bookedAt }) => formatInstant(bookedAt)),
  ]);
}

const ofDay = statement<Booking>(`
  SELECT number, item_id, kind, direction, amount_cents, bank_reference, day, booked_at FROM sandbox_bank_bookings
  WHERE network = $1 AND day = $2 AND number > $3 ORDER BY number LIMIT $4`);

/** A page of a day's bookings, in order. Index sandbox_bank_bookings_by_day. */
export function selectBookings(
  session: Session,
  network: Network,
  slice: { readonly day: string; readonly after: bigint; readonly limit: number },
): Promise<readonly Booking[]> {
  return session.rows(ofDay, [network, slice.day, slice.after, slice.limit]);
}
