import { createChainWork } from "../chains/engine/create-chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { createEventLog } from "../events/index.ts";
import { type Network, parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type LedgerRecord, listRecords, pathOf } from "../ledger/index.ts";
import { findAnyPayment } from "../payments/index.ts";
import { tokenScale } from "../tokens/index.ts";
import {
  type DecideDeps,
  findAnyTransfer,
  listTransfersNeedingAction,
  refundTransfer,
  rejectTransfer,
  releaseTransfer,
  type Transfer,
  tokenResources,
} from "../transfers/index.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";
import { transferDeps } from "./transfer-deps.ts";

/** A transfer as plain values, without free text from the customer. */
export interface TransferView {
  readonly id: string;
  readonly tenantId: string;
  readonly network: Network;
  readonly accountId: string;
  readonly flow: string;
  readonly amount: string;
  readonly currency: string;
  /** In dollars. */
  readonly fee: string;
  readonly status: string;
  readonly step: string;
  readonly source: TransferEndView;
  readonly destination: TransferEndView;
  /** The failure reason, such as `ach_return`, and the code that came with it. */
  readonly failure: string | undefined;
  readonly failureCode: string | undefined;
  /** The party with a sanctions match. */
  readonly heldEnd: string | undefined;
  /** The sanctions list entries of the current or a past hold. */
  readonly hits: readonly string[];
  readonly created: string;
  readonly updated: string;
}

export interface TransferEndView {
  /** The chain or rail. */
  readonly transferType: string;
  readonly valueType: string;
  readonly addressId: string | undefined;
}

/** The same with its payments, chain operations and postings. */
export interface WholeTransferView extends TransferView {
  readonly automationId: string | undefined;
  readonly expires: string | undefined;
  readonly completed: string | undefined;
  readonly payments: readonly TransferPaymentView[];
  readonly works: readonly TransferWorkView[];
  readonly postings: readonly TransferPostingView[];
}

export interface TransferPaymentView {
  readonly id: string;
  readonly direction: string;
  readonly type: string;
  readonly status: string;
  readonly reason: string | undefined;
}

export interface TransferWorkView {
  readonly id: string;
  readonly end: "source" | "destination" | "refund";
  readonly state: string;
  readonly transactionId: string | undefined;
}

export interface TransferPostingView {
  readonly at: string;
  readonly key: string;
  readonly type: string;
  /** Undefined for a record that only releases a hold. */
  readonly account: string | undefined;
  readonly amount: string | undefined;
}

const perPage = 100;
const maxRecords = 100;
const maxReasonLength = 1_000;
/** No wake-up: workers poll. */
const wakeUp = { nudge: () => {} };

/** Transfers held because of a sanctions match, oldest first. */
export function listHeldTransfers(admin: AdminContext): Promise<ItemList<TransferView>> {
  return listFor(admin, "held", ["transfer"]);
}

/** Failed transfers whose tokens could not be refunded, oldest first. */
export function listFailedRefunds(admin: AdminContext): Promise<ItemList<TransferView>> {
  return listFor(admin, "refund_failed", ["transfer"]);
}

/** Token transfers whose tokens were burned on one chain and could not be minted on any, oldest first. */
export function listFailedTokenRefunds(admin: AdminContext): Promise<ItemList<TransferView>> {
  return listFor(admin, "refund_failed", tokenResources);
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
  { id, reason, ...more }: TransferDecision,
): Promise<TransferView> {
  const decision = { id: transferId(id), cause: admin.cause, reason: readReason(reason), ...more };
  return view(await releaseTransfer(await decideDeps(admin), decision));
}

/** Rejects a held transfer: it fails, and its hold is released. */
export async function rejectHeldTransfer(
  admin: AdminContext,
  { id, reason, ...more }: TransferDecision,
): Promise<TransferView> {
  const decision = { id: transferId(id), cause: admin.cause, reason: readReason(reason), ...more };
  return view(await rejectTransfer(await decideDeps(admin), decision));
}

/** Retries the refund of a failed transfer; the service itself only waits until the treasury can cover it. */
export async function retryRefund(admin: AdminContext, id: string): Promise<TransferView> {
  const decision = { id: transferId(id), cause: admin.cause };
  return view(await refundTransfer(await decideDeps(admin), decision));
}

/** Mints the tokens of a token transfer on the source chain again, after the cause of the failure is fixed. */
export async function retryFailedTokenRefund(admin: AdminContext, id: string): Promise<TransferView> {
  const decision = { id: transferId(id), cause: admin.cause, resources: tokenResources };
  return view(await refundTransfer(await decideDeps(admin), decision));
}

export async function showTransfer(admin: AdminContext, id: string): Promise<WholeTransferView> {
  const transfer = await findAnyTransfer(admin.database, transferId(id));
  if (transfer === undefined) throw notFound();
  const { automationId, expiresAt, completedAt } = transfer;
  const records = await listRecords(admin.database, transfer, {
    prefix: `transfer/${transfer.id}/`,
    limit: maxRecords,
  });
  return {
    ...view(transfer),
    automationId,
    expires: expiresAt === undefined ? undefined : formatInstant(expiresAt),
    completed: completedAt === undefined ? undefined : formatInstant(completedAt),
    payments: await paymentsOf(admin, transfer),
    works: await worksOf(admin, transfer),
    postings: records.flatMap(postingsOf),
  };
}

async function listFor(
  admin: AdminContext,
  step: "held" | "refund_failed",
  resources: readonly Transfer["resource"][],
): Promise<ItemList<TransferView>> {
  const { items, isComplete } = await collectPages<Transfer>((last) =>
    listTransfersNeedingAction(admin.database, { step, resources, afterId: last?.id ?? "", limit: perPage }),
  );
  return { items: items.map(view), isComplete };
}

async function decideDeps(admin: AdminContext): Promise<DecideDeps> {
  const { database, clock, newId } = admin;
  const eventLog = createEventLog({ clock, newId, wakeUp });
  return { database, eventLog, ...transferDeps(admin, await admin.loadKeyRing()) };
}

function transferId(id: string): string {
  const wellFormed = parseId<"transfer">(id);
  if (wellFormed === undefined) throw notFound();
  return wellFormed;
}

function notFound(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no transfer with this id"));
}

function readReason(reason: string): string {
  const text = reason.trim();
  if (text === "" || text.length > maxReasonLength)
    refuseAt("reason", `must be 1 to ${maxReasonLength} characters`);
  return text;
}

/** A transfer has at most one payment on each side. */
async function paymentsOf(
  admin: AdminContext,
  { source, destination }: Transfer,
): Promise<readonly TransferPaymentView[]> {
  const ids = [source, destination].flatMap((end) => (end.medium === "bank" ? (end.paymentId ?? []) : []));
  if (ids.length === 0) return [];
  const deps = { keyRing: await admin.loadKeyRing() };
  const payments: TransferPaymentView[] = [];
  for (const id of ids) {
    const payment = await findAnyPayment(deps, admin.database, id);
    if (payment === undefined) continue;
    const { direction, type, status, reason } = payment;
    payments.push({ id, direction, type, status, reason: reason?.code });
  }
  return payments;
}

async function worksOf(
  { database, clock }: AdminContext,
  { source, destination, reversal }: Transfer,
): Promise<readonly TransferWorkView[]> {
  const requested = [
    { end: "source", id: source.medium === "chain" ? source.workId : undefined },
    { end: "destination", id: destination.medium === "chain" ? destination.workId : undefined },
    { end: "refund", id: reversal.workId },
  ] as const;
  const ids = requested.flatMap(({ id }) => id ?? []);
  const progress = await createChainWork({ clock, wakeUp }).progress(database, ids);
  return requested.flatMap(({ end, id }) => {
    const known = id === undefined ? undefined : progress.get(id);
    return id === undefined || known === undefined ? [] : [{ id, end, ...known }];
  });
}

function postingsOf({ at, key, type, lines }: LedgerRecord): readonly TransferPostingView[] {
  const record = { at: formatInstant(at), key, type };
  if (lines.length === 0) return [{ ...record, account: undefined, amount: undefined }];
  return lines.map(({ account, amount }) => ({
    ...record,
    account: pathOf(account),
    amount: formatAmount(amount),
  }));
}

function view(transfer: Transfer): TransferView {
  const { id, tenantId, network, accountId, flow, units, currency, state, hold } = transfer;
  const failure = state.status === "failed" ? state.failure : undefined;
  return {
    id,
    tenantId,
    network,
    accountId,
    flow,
    amount: formatAmount({ units, asset: { code: currency, scale: tokenScale } }),
    currency,
    fee: formatAmount({ units: transfer.feeCents, asset: usd }),
    status: state.status,
    step: state.step,
    source: endView(transfer.source),
    destination: endView(transfer.destination),
    failure: failure?.type,
    failureCode: failure?.code,
    heldEnd: hold?.end,
    hits: hold?.hitUids ?? [],
    created: formatInstant(transfer.createdAt),
    updated: formatInstant(transfer.updatedAt),
  };
}

function endView(end: Transfer["source"] | Transfer["destination"]): TransferEndView {
  const { addressId } = end;
  return end.medium === "bank"
    ? { transferType: end.rail, valueType: usd.code, addressId }
    : { transferType: end.chain, valueType: end.token.valueType, addressId };
}
