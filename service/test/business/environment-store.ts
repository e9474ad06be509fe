import type { ChainName } from "../../src/chains/chain-name.ts";
import type { Session } from "../../src/db/database.ts";
import { statement } from "../../src/db/statement.ts";
import type { Job } from "../../src/jobs/job.ts";
import type { Json } from "../../src/kernel/canonical-json.ts";
import type { AccountId, TenantId } from "../../src/kernel/id.ts";
import { formatInstant, type Instant } from "../../src/kernel/instant.ts";

/* What customers, operators and banks of the simulation know. */

export interface ExpectedWire {
  readonly transferId: string;
  readonly cents: bigint;
  readonly accountNumber: string;
  readonly memo: string;
  readonly status: string;
}

const expected = statement<ExpectedWire>(`
  SELECT transfer.id AS transfer_id, cents, account_number, memo, status
    FROM transfers AS transfer
    JOIN virtual_accounts AS account
      ON account.tenant_id = transfer.tenant_id AND account.owner_subject = transfer.id
   WHERE transfer.step = 'awaiting_funds' OR transfer.status = 'canceled'
   ORDER BY transfer.id DESC LIMIT $1`);

/** Transfers that wait for a wire, and canceled ones, which may still receive one. */
export function selectExpectedWires(session: Session, limit: number): Promise<readonly ExpectedWire[]> {
  return session.rows(expected, [limit]);
}

export interface PendingTransfer {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly step: string;
}

const pending = statement<PendingTransfer>(`
  SELECT id, tenant_id, account_id, step FROM transfers
   WHERE status = 'pending' ORDER BY id DESC LIMIT $1`);

export function selectPending(session: Session, limit: number): Promise<readonly PendingTransfer[]> {
  return session.rows(pending, [limit]);
}

const held = statement<{ readonly id: string }>(`
  SELECT id FROM payments WHERE held_reason IS NOT NULL AND return_id IS NULL ORDER BY id LIMIT $1`);

export async function selectHeldPayments(session: Session, limit: number): Promise<readonly string[]> {
  return (await session.rows(held, [limit])).map(({ id }) => id);
}

const refundFailed = statement<{ readonly id: string }>(
  `SELECT id FROM transfers WHERE step = 'refund_failed' ORDER BY id LIMIT $1`,
);

export async function selectFailedRefunds(session: Session, limit: number): Promise<readonly string[]> {
  return (await session.rows(refundFailed, [limit])).map(({ id }) => id);
}

export interface SettledEntry {
  readonly id: string;
  readonly traceNumber: string | undefined;
  readonly rail: string;
  /** Its funds are in flight, or in manual review. */
  readonly isInUse: boolean;
}

const settled = statement<SettledEntry>(`
  SELECT entry.id, entry.trace_number, entry.rail,
         payment.held_reason IS NOT NULL OR coalesce(transfer.step = 'delivering', false) AS is_in_use
    FROM bank_entries AS entry
    JOIN payments AS payment ON payment.tenant_id = entry.tenant_id AND payment.id = entry.id
    LEFT JOIN transfers AS transfer
      ON transfer.tenant_id = payment.tenant_id AND transfer.id = payment.owner_subject
   WHERE entry.kind = 'payment' AND entry.rail <> 'rtp_credit' AND payment.status IN ('complete', 'pending')
     AND entry.state IN ('sent', 'settled')
   ORDER BY entry.id DESC LIMIT $1`);

/** Payments that may still be returned, the newest first. */
export function selectReturnable(session: Session, limit: number): Promise<readonly SettledEntry[]> {
  return session.rows(settled, [limit]);
}

const nextFile = statement<{ readonly at: Instant | undefined }>(`
  SELECT min(leaves_at) AS at FROM bank_entries WHERE state = 'queued' AND leaves_at > $1::timestamptz`);

/** When the next file for the bank is due, after a time. */
export async function selectNextFileAt(session: Session, after: Instant): Promise<Instant | undefined> {
  const row = await session.first(nextFile, [formatInstant(after)]);
  return row?.at;
}

const dueJobs = statement<Job<Json>>(`
  SELECT id, kind, tenant_id, network, payload, run_at, created_at
    FROM jobs WHERE run_at <= $1::timestamptz ORDER BY run_at, id LIMIT $2`);

export function selectDueJobs(
  session: Session,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly Job<Json>[]> {
  return session.rows(dueJobs, [formatInstant(now), limit]);
}

// A job that was enqueued again while it ran has another id.
const removeJob = statement(`DELETE FROM jobs WHERE id = $1`);

export async function deleteJob(session: Session, id: string): Promise<void> {
  await session.run(removeJob, [id]);
}

const openNumbers = statement<{ readonly number: string }>(`
  SELECT account_number AS number FROM virtual_accounts WHERE owner_name = 'automations' ORDER BY account_number`);

/** Account numbers of automations. */
export async function selectOpenNumbers(session: Session): Promise<readonly string[]> {
  return (await session.rows(openNumbers)).map(({ number }) => number);
}

const forwarding = statement<{ readonly address: string; readonly chain: ChainName }>(`
  SELECT on_chain_address AS address, source_chain AS chain FROM automations AS automation
    JOIN addresses AS address
      ON address.tenant_id = automation.tenant_id AND address.id = automation.source_address_id
   ORDER BY automation.id`);

/** Addresses of automations, whose deposits are forwarded automatically. */
export function selectForwarding(
  session: Session,
): Promise<readonly { readonly address: string; readonly chain: ChainName }[]> {
  return session.rows(forwarding);
}
