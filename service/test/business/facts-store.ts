import type { Session } from "../../src/db/database.ts";
import { type Statement, statement } from "../../src/db/statement.ts";
import type { TenantId } from "../../src/kernel/id.ts";
import { formatInstant, type Instant } from "../../src/kernel/instant.ts";

/* Queries of the simulation, independent of the modules: the code under test must not check itself. */

export interface BalanceRow {
  readonly tenantId: TenantId;
  readonly kind: string;
  readonly owner: string;
  readonly chain: string;
  readonly code: string;
  readonly posted: bigint;
  readonly held: bigint;
}

const balances = statement<BalanceRow>(`
  SELECT balance.tenant_id, kind, owner, chain, asset_code AS code, posted_units AS posted,
         held_units AS held
    FROM ledger_balances AS balance
    JOIN ledger_accounts AS account ON account.tenant_id = balance.tenant_id AND account.network = balance.network
     AND account.number = balance.account_number`);

export const selectAllBalances = all(balances);

const accounts = statement<{ readonly tenantId: TenantId; readonly id: string }>(
  `SELECT tenant_id, id FROM accounts ORDER BY tenant_id, id`,
);

export const selectAllAccounts = all(accounts);

export interface TransferFact {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly accountId: string;
  readonly flow: string;
  readonly units: bigint;
  readonly status: string;
  readonly step: string;
  readonly from: string;
  readonly fromToken: string;
  readonly to: string;
  readonly toToken: string;
}

const facts = `tenant_id, id, account_id, flow, units, status, step,
  source_transfer_type AS from, source_value_type AS from_token, destination_transfer_type AS to,
  destination_value_type AS to_token`;
const unfinished = statement<TransferFact>(`SELECT ${facts} FROM transfers WHERE step <> 'done' ORDER BY id`);
const transfers = statement<TransferFact>(`SELECT ${facts} FROM transfers ORDER BY id`);

/** Transfers that are not done. */
export const selectUnfinished = all(unfinished);
export const selectAllTransfers = all(transfers);

export interface ClaimFact {
  readonly tenantId: TenantId;
  readonly accountId: string;
  readonly cents: bigint;
}

const openClaims = statement<ClaimFact>(`
  SELECT tenant_id, account_id, sum(remaining_cents)::numeric(38,0) AS cents FROM claims GROUP BY tenant_id, account_id`);

/** What each account owes by its claims. */
export const selectClaimed = all(openClaims);

const lateReturns = statement<{ readonly claims: bigint; readonly events: bigint }>(`
  SELECT (SELECT count(*) FROM claims) AS claims,
         (SELECT count(*) FROM events WHERE type = 'transfer.reversed') AS events`);

/** Every claim is published. */
export const selectLateReturns = all(lateReturns);

/** Holds of transfers that are done. */
const idleHolds = statement<{ readonly key: string; readonly id: string }>(`
  SELECT hold.key, transfer.id, transfer.status, transfer.step FROM ledger_holds AS hold
    JOIN transfers AS transfer
      ON transfer.tenant_id = hold.tenant_id AND transfer.id = split_part(hold.key, '/', 2)
   WHERE hold.closed_sequence IS NULL AND hold.key LIKE 'transfer/%' AND transfer.step = 'done'`);

export const selectIdleHolds = all(idleHolds);

export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly transferId: string;
}

const events = statement<EventRow>(`
  SELECT id, type, data ->> 'id' AS transfer_id FROM events
   WHERE type LIKE 'transfer.%' AND id > $1 ORDER BY id`);

export function selectTransferEvents(session: Session, afterId: string): Promise<readonly EventRow[]> {
  return session.rows(events, [afterId]);
}

export interface WorkRow {
  readonly id: string;
  readonly state: string;
  readonly subject: string;
}

const work = statement<WorkRow>(
  `SELECT id, state, subject FROM chain_work WHERE updated_at >= $1::timestamptz ORDER BY id`,
);

/** Chain operations updated since a time. */
export function selectWorkSince(session: Session, since: Instant): Promise<readonly WorkRow[]> {
  return session.rows(work, [formatInstant(since)]);
}

const openWork = statement<WorkRow>(
  `SELECT id, state, subject FROM chain_work WHERE state NOT IN ('done', 'failed')`,
);
export const selectOpenWork = all(openWork);

const credited = statement<{ readonly id: string }>(`
  SELECT transaction_id AS id FROM chain_deposits WHERE state = 'credited' AND credited_at >= $1::timestamptz`);

export function selectCreditedSince(
  session: Session,
  since: Instant,
): Promise<readonly { readonly id: string }[]> {
  return session.rows(credited, [formatInstant(since)]);
}

/** Effect of a payment on the bank balance. One that was sent back counts as received: another payment returns it. */
const effect = `CASE
  WHEN direction = 'inbound' AND (status = 'complete' OR reason_code = 'SENT_BACK') THEN amount_cents
  WHEN direction = 'outbound' AND status = 'complete' THEN -amount_cents
  ELSE 0 END`;

/** The bank balance according to the payments: inbound less outbound. */
const paymentTotal = statement<{ readonly cents: bigint }>(`
  SELECT coalesce(sum(${effect}), 0) AS cents FROM payments`);

export async function sumPayments(session: Session): Promise<bigint> {
  return (await session.first(paymentTotal))?.cents ?? 0n;
}

/** Held payments, by owner. */
const heldPayments = statement<{ readonly cents: bigint }>(`
  SELECT coalesce(sum(amount_cents), 0) AS cents FROM payments WHERE held_reason IS NOT NULL`);

export async function sumHeld(session: Session): Promise<bigint> {
  return (await session.first(heldPayments))?.cents ?? 0n;
}

const goneButHeld = statement<{ readonly id: string; readonly transferId: string }>(`
  SELECT id, coalesce(transfer_id, '') AS transfer_id FROM payments
   WHERE held_reason IS NOT NULL AND return_id IS NULL AND status <> 'complete'`);
/** Held payments whose funds are not in suspense. */
export const selectGoneButHeld = all(goneButHeld);

export interface BankDifference {
  readonly paymentId: string | undefined;
  readonly reference: string;
  readonly atBank: bigint;
  readonly here: bigint;
  readonly since: Instant;
}

/** Where the bank's books and our payments differ: because a file is on its way, or because something is wrong. */
const differences = statement<BankDifference>(`
  WITH at_bank AS (
    SELECT item.reference, max(coalesce(entry.id, incoming_payment.payment_id)) AS payment_id, max(booked_at) AS since,
           sum(CASE booking.direction WHEN 'credit' THEN booking.amount_cents ELSE -booking.amount_cents END) AS cents
      FROM sandbox_bank_bookings AS booking
      JOIN sandbox_bank_items AS item ON item.network = booking.network AND item.id = booking.item_id
      LEFT JOIN bank_entries AS entry ON entry.trace_number = item.reference OR entry.id = item.reference
      LEFT JOIN incoming_payments AS incoming_payment ON incoming_payment.bank_reference = item.bank_reference AND item.kind = 'incoming_payment'
     GROUP BY item.network, item.id, item.reference),
  here AS (
    SELECT id, updated_at, ${effect} AS cents FROM payments)
  SELECT coalesce(at_bank.payment_id, here.id) AS payment_id, coalesce(at_bank.reference, '') AS reference,
         coalesce(at_bank.cents, 0) AS at_bank, coalesce(here.cents, 0) AS here,
         coalesce(at_bank.since, here.updated_at) AS since
    FROM at_bank FULL JOIN here ON here.id = at_bank.payment_id
   WHERE coalesce(at_bank.cents, 0) <> coalesce(here.cents, 0)`);

export const selectBankDifferences = all(differences);

const bankBalance = statement<{ readonly cents: bigint }>(`
  SELECT coalesce(sum(CASE direction WHEN 'credit' THEN amount_cents ELSE -amount_cents END), 0) AS cents
    FROM sandbox_bank_bookings`);

export async function sumBookings(session: Session): Promise<bigint> {
  return (await session.first(bankBalance))?.cents ?? 0n;
}

const paymentsTwice = statement<{ readonly id: string }>(`
  SELECT payment_id AS id FROM incoming_payments GROUP BY payment_id HAVING count(*) > 1`);
/** Payments that represent more than one incoming payment at the bank. */
export const selectSharedPayments = all(paymentsTwice);

/** Incoming payments at the bank and here, where one of the two is missing. */
export interface IncomingDifference {
  readonly itemId: string | undefined;
  readonly itemState: string | undefined;
  readonly itemAt: Instant | undefined;
  readonly paymentId: string | undefined;
  readonly paymentStatus: string | undefined;
  readonly paymentAt: Instant | undefined;
}

const incomingDifferences = statement<IncomingDifference>(`
  WITH item AS (
    SELECT id, state, created_at, bank_reference FROM sandbox_bank_items WHERE kind = 'incoming_payment'),
  payment AS (
    SELECT payments.id, status, inserted_at, bank_reference
      FROM payments LEFT JOIN incoming_payments ON incoming_payments.payment_id = payments.id
     WHERE direction = 'inbound' AND rail IS NULL)
  SELECT item.id AS item_id, item.state AS item_state, item.created_at AS item_at, payment.id AS payment_id,
         payment.status AS payment_status, payment.inserted_at AS payment_at
    FROM item FULL JOIN payment ON payment.bank_reference = item.bank_reference
   WHERE item.id IS NULL OR payment.id IS NULL`);
export const selectIncomingDifferences = all(incomingDifferences);

const fundingDue = statement<{ readonly tenantId: TenantId }>(`
  SELECT tenant_id, network FROM jobs WHERE kind = 'treasury.fund_local'
  EXCEPT SELECT tenant_id, network FROM treasury_gifts WHERE place = 'bank'`);
/** Treasuries that still get a wire, because a node found them when it started. */
export const selectFundingDue = all(fundingDue);

const custodial = statement<{ readonly id: string; readonly address: string }>(`
  SELECT id, on_chain_address AS address FROM addresses WHERE kind = 'internal'`);
export const selectCustodial = all(custodial);

function all<Row extends object>(query: Statement<Row>): (session: Session) => Promise<readonly Row[]> {
  return (session) => session.rows(query);
}
