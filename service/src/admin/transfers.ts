import { createChainWork } from "../chains/work/create-chain-work.ts";
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
  listTransfersForPeople,
  rejectTransfer,
  releaseTransfer,
  restoreTransfer,
  type Transfer,
} from "../transfers/index.ts";
import { refuseAt } from "./journal-name.ts";
import { collectPages, type Listing } from "./listing.ts";
import type { AdminContext } from "./open-admin.ts";
import { transferDeps } from "./transfer-deps.ts";

/** A transfer in plain values, without what its customer wrote. */
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
  /** What went wrong, such as `ach_return`, and the code that came with it. */
  readonly failure: string | undefined;
  readonly failureCode: string | undefined;
  /** Which end is on the sanctions list. */
  readonly heldEnd: string | undefined;
  /** The entries of the list that it is held for, or was. */
  readonly hits: readonly string[];
  readonly created: string;
  readonly updated: string;
}

export interface TransferEndView {
  /** The chain or the rail. */
  readonly transferType: string;
  readonly valueType: string;
  readonly addressId: string | undefined;
}

/** The same with what was done for it: by banks, on chains and in the ledger. */
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
  readonly end: "source" | "destination" | "undoing";
  readonly state: string;
  readonly transactionId: string | undefined;
}

export interface TransferPostingView {
  readonly at: string;
  readonly key: string;
  readonly type: string;
  /** Undefined where a record only gives a hold back. */
  readonly account: string | undefined;
  readonly amount: string | undefined;
}

const perPage = 100;
const maxRecords = 100;
const maxReasonLength = 1_000;
/** Nobody is nudged: whoever has something to do looks by itself. */
const wakeUp = { nudge: () => {} };

/** What waits for a person because of the sanctions list, the longest first. */
export function listHeldTransfers(admin: AdminContext): Promise<Listing<TransferView>> {
  return listFor(admin, "held");
}

/** Failed transfers whose tokens could not be given back, the longest first. */
export function listUnrestoredTransfers(admin: AdminContext): Promise<Listing<TransferView>> {
  return listFor(admin, "stranded");
}

export interface TransferDecision {
  readonly id: string;
  readonly reason: string;
  /** Asked while nobody else can decide: false leaves everything as it is. */
  readonly confirm?: (tx: Transaction, transfer: Transfer) => Promise<boolean>;
}

/** Lets a held transfer go on. */
export async function releaseHeldTransfer(
  admin: AdminContext,
  { id, reason, ...more }: TransferDecision,
): Promise<TransferView> {
  const decision = { id: transferId(id), cause: admin.cause, reason: readReason(reason), ...more };
  return view(await releaseTransfer(await decideDeps(admin), decision));
}

/** Ends a held transfer: it has failed, and what was set aside for it is free. */
export async function rejectHeldTransfer(
  admin: AdminContext,
  { id, reason, ...more }: TransferDecision,
): Promise<TransferView> {
  const decision = { id: transferId(id), cause: admin.cause, reason: readReason(reason), ...more };
  return view(await rejectTransfer(await decideDeps(admin), decision));
}

/** Tries to give the tokens of a failed transfer back; the service itself only waits for the treasury to have them. */
export async function restoreFailedTransfer(admin: AdminContext, id: string): Promise<TransferView> {
  const decision = { id: transferId(id), cause: admin.cause };
  return view(await restoreTransfer(await decideDeps(admin), decision));
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

async function listFor(admin: AdminContext, step: "held" | "stranded"): Promise<Listing<TransferView>> {
  const { items, isComplete } = await collectPages<Transfer>((last) =>
    listTransfersForPeople(admin.database, { step, afterId: last?.id ?? "", limit: perPage }),
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
  return new RefusalError(refuse("not_found", "there is no such transfer"));
}

function readReason(reason: string): string {
  const text = reason.trim();
  if (text === "" || text.length > maxReasonLength)
    refuseAt("reason", `must be 1 to ${maxReasonLength} characters`);
  return text;
}

/** A transfer has at most one payment at each end. */
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
  { source, destination, undoing }: Transfer,
): Promise<readonly TransferWorkView[]> {
  const wanted = [
    { end: "source", id: source.medium === "chain" ? source.workId : undefined },
    { end: "destination", id: destination.medium === "chain" ? destination.workId : undefined },
    { end: "undoing", id: undoing.workId },
  ] as const;
  const ids = wanted.flatMap(({ id }) => id ?? []);
  const progress = await createChainWork({ clock, wakeUp }).progress(database, ids);
  return wanted.flatMap(({ end, id }) => {
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
