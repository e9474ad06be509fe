import type { Transaction } from "../db/database.ts";
import { parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { orNotFound } from "../kernel/refusal.ts";
import { type LedgerRecord, listRecords, pathOf } from "../ledger/index.ts";
import { findAnyPayment, type StoredPayment } from "../payments/index.ts";
import {
  type DecideDeps,
  findAnyTransfer,
  presentOperatorTransfer,
  refundTransfer,
  rejectTransfer,
  releaseTransfer,
  type Transfer,
  tokenResources,
  transfersNeedingAction,
} from "../transfers/index.ts";
import { queuesOf, transferDeps } from "./admin-deps.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readText } from "./read-input.ts";

/** With its payments, chain operations and postings. */
export function presentWholeTransfer({ transfer, payments, works, records }: WholeTransfer) {
  const { automationId, expiresAt, completedAt } = transfer;
  return {
    ...presentOperatorTransfer(transfer),
    automation_id: automationId ?? null,
    expires: expiresAt === undefined ? null : formatInstant(expiresAt),
    completed: completedAt === undefined ? null : formatInstant(completedAt),
    payments: payments.map(({ id, direction, type, status, reason }) => {
      return { id, direction, type, status, reason: reason?.code ?? null };
    }),
    works: works.map(({ id, end, state, transactionId }) => {
      return { id, end, state, transaction_id: transactionId ?? null };
    }),
    postings: records.flatMap(presentPostings),
  };
}

/** A record that only releases a hold has no account. */
function presentPostings({ at, key, type, lines }: LedgerRecord) {
  const posted = lines.map(({ account, amount }) => [pathOf(account), formatAmount(amount)] as const);
  const shown = posted.length === 0 ? [[null, null] as const] : posted;
  return shown.map(([account, amount]) => ({ at: formatInstant(at), key, type, account, amount }));
}

const maxRecords = 100;
const maxReasonLength = 1_000;

/** Transfers held because of a sanctions match, oldest first. */
export function listHeldTransfers(admin: AdminContext): Promise<ItemList<Transfer>> {
  return listFor(admin, "held", ["transfer"]);
}

/** Failed transfers whose tokens could not be refunded, oldest first. */
export function listFailedRefunds(admin: AdminContext): Promise<ItemList<Transfer>> {
  return listFor(admin, "refund_failed", ["transfer"]);
}

/** Token transfers whose tokens were burned on one chain and could not be minted on any, oldest first. */
export function listFailedTokenRefunds(admin: AdminContext): Promise<ItemList<Transfer>> {
  return listFor(admin, "refund_failed", tokenResources);
}

function listFor(
  { database }: AdminContext,
  step: "held" | "refund_failed",
  resources: readonly Transfer["resource"][],
): Promise<ItemList<Transfer>> {
  return collectStream(transfersNeedingAction.stream(database, { step, resources }));
}

export interface TransferDecision {
  readonly id: string;
  readonly reason: string;
  /** Called while the transfer is locked; false leaves everything unchanged. */
  readonly confirm?: (tx: Transaction, transfer: Transfer) => Promise<boolean>;
}

/** Releases a held transfer. */
export async function releaseHeldTransfer(
  admin: AdminContext,
  decision: TransferDecision,
): Promise<Transfer> {
  return releaseTransfer(await decideDeps(admin), readDecision(admin, decision));
}

/** Rejects a held transfer: it fails, and its hold is released. */
export async function rejectHeldTransfer(admin: AdminContext, decision: TransferDecision): Promise<Transfer> {
  return rejectTransfer(await decideDeps(admin), readDecision(admin, decision));
}

function readDecision({ cause }: AdminContext, { id, reason, ...decision }: TransferDecision) {
  return {
    ...decision,
    id: transferId(id),
    cause,
    reason: readText("reason", reason, maxReasonLength),
  };
}

/** Retries the refund of a failed transfer; the service itself only waits until the treasury can cover it. */
export async function retryRefund(admin: AdminContext, id: string): Promise<Transfer> {
  return refundTransfer(await decideDeps(admin), { id: transferId(id), cause: admin.cause });
}

/** Mints the tokens of a token transfer on the source chain again, after the cause of the failure is fixed. */
export async function retryFailedTokenRefund(admin: AdminContext, id: string): Promise<Transfer> {
  const decision = { id: transferId(id), cause: admin.cause, resources: tokenResources };
  return refundTransfer(await decideDeps(admin), decision);
}

async function decideDeps(admin: AdminContext): Promise<DecideDeps> {
  const { database } = admin;
  const { eventLog } = queuesOf(admin);
  return { database, eventLog, ...transferDeps(admin, await admin.loadKeyRing()) };
}

/** A transfer with its payments, chain operations and ledger records. */
export interface WholeTransfer {
  readonly transfer: Transfer;
  readonly payments: readonly StoredPayment[];
  readonly works: Awaited<ReturnType<typeof worksOf>>;
  readonly records: readonly LedgerRecord[];
}

export async function showTransfer(admin: AdminContext, id: string): Promise<WholeTransfer> {
  const transfer = orNotFound(await findAnyTransfer(admin.database, transferId(id)), noTransfer);
  const prefix = `transfer/${transfer.id}/`;
  return {
    transfer,
    payments: await paymentsOf(admin, transfer),
    works: await worksOf(admin, transfer),
    records: await listRecords(admin.database, transfer, { prefix, limit: maxRecords }),
  };
}

const noTransfer = "there is no transfer with this id";

function transferId(id: string): string {
  return orNotFound(parseId<"transfer">(id), noTransfer);
}

/** A transfer has at most one payment on each side. */
async function paymentsOf(
  admin: AdminContext,
  { source, destination }: Transfer,
): Promise<readonly StoredPayment[]> {
  const ids = [source, destination].flatMap((end) => (end.medium === "bank" ? (end.paymentId ?? []) : []));
  if (ids.length === 0) return [];
  const deps = { keyRing: await admin.loadKeyRing() };
  const found = await Promise.all(ids.map((id) => findAnyPayment(deps, admin.database, id)));
  return found.flatMap((payment) => payment ?? []);
}

async function worksOf(admin: AdminContext, { source, destination, reversal }: Transfer) {
  const requested = [
    { end: "source", id: source.medium === "chain" ? source.workId : undefined },
    { end: "destination", id: destination.medium === "chain" ? destination.workId : undefined },
    { end: "refund", id: reversal.workId },
  ] as const;
  const ids = requested.flatMap(({ id }) => id ?? []);
  const progress = await queuesOf(admin).chainWork.progress(admin.database, ids);
  return requested.flatMap(({ end, id }) => {
    const known = id === undefined ? undefined : progress.get(id);
    return id === undefined || known === undefined ? [] : [{ id, end, ...known }];
  });
}
