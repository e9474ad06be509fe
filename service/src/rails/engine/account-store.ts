import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Movement } from "./movement.ts";

/** A movement on our account, as reported by the bank. */
export interface Booking {
  readonly reference: string;
  readonly direction: "credit" | "debit";
  readonly amountCents: bigint;
  readonly transactionCode: string | undefined;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string;
  /** The statement that contains it; undefined while only a notification did. */
  readonly reportId: string | undefined;
  /** The part that was booked before under another reference. */
  readonly duplicateCents: bigint;
}

// Primary key.
const known = statement<KnownBooking>(`
  SELECT reference, direction, amount_cents FROM bank_bookings
  WHERE network = $1 AND reference = ANY ($2::text[])`);

export type KnownBooking = Pick<Booking, "reference" | "direction" | "amountCents">;

export async function selectBookings(
  session: Session,
  network: Network,
  references: readonly string[],
): Promise<readonly KnownBooking[]> {
  return references.length === 0 ? [] : session.rows(known, [network, references]);
}

const insert = statement(`
  INSERT INTO bank_bookings (network, reference, direction, amount_cents, transaction_code, booked_on, report_id,
    duplicate_cents, file_id, created_at)
  SELECT $1, new.*, $9, $10
  FROM unnest($2::text[], $3::text[], $4::numeric[], $5::text[], $6::text[], $7::text[], $8::numeric[])
    AS new (reference, direction, amount_cents, transaction_code, booked_on, report_id, duplicate_cents)
  ON CONFLICT (network, reference, direction) DO UPDATE SET report_id = excluded.report_id
  WHERE bank_bookings.report_id IS NULL AND excluded.report_id IS NOT NULL`);

/** A booking that was first notified now appears in a statement, too. */
export async function insertBookings(
  tx: Transaction,
  { network, fileId, now }: { readonly network: Network; readonly fileId: string; readonly now: Instant },
  bookings: readonly Booking[],
): Promise<void> {
  if (bookings.length === 0) return;
  await tx.run(insert, [
    network,
    bookings.map(({ reference }) => reference),
    bookings.map(({ direction }) => direction),
    bookings.map(({ amountCents }) => amountCents),
    bookings.map(({ transactionCode }) => transactionCode ?? null),
    bookings.map(({ bookedOn }) => bookedOn),
    bookings.map(({ reportId }) => reportId ?? null),
    bookings.map(({ duplicateCents }) => duplicateCents),
    fileId,
    formatInstant(now),
  ]);
}

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

/** A balance statement of the bank. */
export interface BankStatement {
  readonly id: string;
  readonly reportId: string;
  /** The last digits of the account. */
  readonly accountEnding: string;
  /** `YYYY-MM-DD` */
  readonly statedOn: string;
  readonly openingCents: bigint | undefined;
  readonly closingCents: bigint | undefined;
  readonly creditCents: bigint;
  readonly debitCents: bigint;
}

const insertOne = statement(`
  INSERT INTO bank_statements (id, network, report_id, account_ending, stated_on, opening_cents, closing_cents, credit_cents,
    debit_cents, file_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (network, account_ending, report_id) DO NOTHING`);

export async function insertStatement(
  tx: Transaction,
  { network, fileId, now }: { readonly network: Network; readonly fileId: string; readonly now: Instant },
  stated: BankStatement,
): Promise<void> {
  await tx.run(insertOne, [
    stated.id,
    network,
    stated.reportId,
    stated.accountEnding,
    stated.statedOn,
    stated.openingCents ?? null,
    stated.closingCents ?? null,
    stated.creditCents,
    stated.debitCents,
    fileId,
    formatInstant(now),
  ]);
}

// Index bank_statements_by_date.
const latest = statement<BankStatement>(`
  SELECT id, report_id, account_ending, stated_on, opening_cents, closing_cents, credit_cents, debit_cents
  FROM bank_statements WHERE network = $1 ORDER BY stated_on DESC, id DESC LIMIT $2`);

/** Newest first; used to reconcile the bank with the ledger. */
export function selectStatements(
  session: Session,
  network: Network,
  limit: number,
): Promise<readonly BankStatement[]> {
  return session.rows(latest, [network, limit]);
}

const total = statement<{ readonly cents: bigint }>(`
  SELECT coalesce(sum(CASE direction WHEN 'credit' THEN 1 ELSE -1 END * (amount_cents - duplicate_cents)), 0)::numeric AS cents
  FROM bank_bookings WHERE network = $1`);

/** Credits less debits of all bookings, each movement once: the account balance, if it started at zero. */
export async function sumBookings(session: Session, network: Network): Promise<bigint> {
  return (await session.first(total, [network]))?.cents ?? 0n;
}
