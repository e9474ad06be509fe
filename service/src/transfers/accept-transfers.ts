import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import { type Network, networks, type TenantId } from "../kernel/id.ts";
import { isRefusal, orThrow, type Refusal } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import type { Payments, VirtualAccount } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { asRequested, refuseUncovered } from "./cover.ts";
import type { RequestedTransferInput } from "./facts.ts";
import { refuseBeyondLimits } from "./limits/refuse-beyond-limits.ts";
import { type LimitCandidate, limitCandidateOf } from "./limits/transfer-limit.ts";
import { type LoadFactsDeps, loadFacts, loadWireDeadlines, type WireDeadlinesDeps } from "./load-facts.ts";
import { planTransfer } from "./plan.ts";
import { holdsFor, operationsOf } from "./postings.ts";
import { insertTransfers } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { amountPointerOf } from "./transfer-request.ts";
import { beginStep, type Effects } from "./transfer-step.ts";
import { auditOfCreation, eventOf } from "./transfer-update.ts";

export interface AcceptTransfersDeps extends AuditDeps, LoadFactsDeps, WireDeadlinesDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly payments: Pick<Payments, "order" | "openVirtualAccounts">;
  /** Called for each transfer that is held because of a sanctions match. */
  readonly onHeld?: (transfer: Transfer) => void;
  /** Called for an attempt to send tokens to a sanctioned address, because a refusal leaves no trace. */
  readonly onSanctionedAddress?: (attempt: Principal) => void;
}

export interface Accepted {
  readonly transfer: Transfer;
  /** Wire instructions, for a transfer that is funded by wire. */
  readonly instructions: VirtualAccount | undefined;
}

export interface CreateTransfersDeps extends AcceptTransfersDeps {
  readonly eventLog: EventLog;
}

/** Accepts or refuses a tenant's requests in a transaction of their own. */
export async function createTransfers(
  deps: CreateTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly RequestedTransferInput[],
): Promise<readonly (Accepted | Refusal)[]> {
  const { outcomes, events, operations } = await acceptTransfers(deps, tx, tenantId, requests);
  for (const network of networks) {
    await deps.eventLog.append(tx, { tenantId, network }, events.get(network) ?? []);
  }
  // All requests of a batch are of one resource.
  const pointer = amountPointerOf(requests[0]?.requestedTransfer.resource ?? "transfer");
  // The ledger comes last, because its lock is shared by all writers.
  for (const network of networks) {
    const networkOperations = operations.get(network) ?? [];
    const recorded = await recordOperations(deps, tx, { tenantId, network }, networkOperations);
    for (const [index, outcome] of recorded.entries()) {
      const operation = networkOperations[index];
      assert(operation !== undefined, "each operation has its outcome");
      // A balance changed since it was read: roll everything back; the requests are retried one by one.
      orThrow(isRefusal(outcome) ? asRequested(outcome, operation, pointer) : outcome);
    }
  }
  return outcomes;
}

/** The accepted transfers, and what the caller still has to write at the end of the transaction, by network. */
export interface Acceptance {
  readonly outcomes: readonly (Accepted | Refusal)[];
  readonly events: ReadonlyMap<Network, readonly NewEvent[]>;
  readonly operations: ReadonlyMap<Network, readonly Operation[]>;
}

/**
 * Accepts or refuses each of a tenant's requests on its own and writes the accepted ones together. The caller appends
 * the events and writes the ledger, because both come last and only once in a transaction.
 */
export async function acceptTransfers(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly RequestedTransferInput[],
): Promise<Acceptance> {
  const factsOf = await loadFacts(deps, tx, tenantId, requests);
  const now = deps.clock.now();
  const deadlineOf = await loadWireDeadlines(deps, tx, requests, now);
  const planned = requests.map((request) => {
    const fresh = { id: deps.newId<"transfer">(), now, expiresAt: deadlineOf(request) };
    const outcome = planTransfer(factsOf(request), request, fresh);
    if (isRefusal(outcome) && outcome.code === "address_not_allowed" && "principal" in request.requester)
      deps.onSanctionedAddress?.(request.requester.principal);
    return outcome;
  });
  const withinLimit = await withinLimits(tx, tenantId, planned, requests, now);
  const covered = await refuseUncovered(tx, tenantId, withinLimit);
  const started = covered.map((transfer, index) => startTransfer(deps, transfer, requests[index]));
  return write(deps, tx, tenantId, started);
}

async function withinLimits(
  tx: Transaction,
  tenantId: TenantId,
  planned: readonly (Transfer | Refusal)[],
  requests: readonly RequestedTransferInput[],
  now: Transfer["createdAt"],
): Promise<readonly (Transfer | Refusal)[]> {
  const candidates = planned.map((transfer, index) => candidateOf(transfer, requests[index]));
  const refusals = await refuseBeyondLimits(tx, tenantId, candidates, now);
  return planned.map((transfer, index) => refusals[index] ?? transfer);
}

/** Limits don't apply to money that has already been received: refusing it would only move it to suspense. */
function candidateOf(
  transfer: Transfer | Refusal,
  request: RequestedTransferInput | undefined,
): LimitCandidate | undefined {
  if (isRefusal(transfer) || request === undefined || fundingOf(request) !== undefined) return undefined;
  return limitCandidateOf(transfer);
}

interface StartedTransfer {
  readonly transfer: Transfer;
  readonly input: RequestedTransferInput;
  readonly begins: Effects;
  readonly operations: readonly Operation[];
}

function startTransfer(
  deps: AcceptTransfersDeps,
  transfer: Transfer | Refusal,
  request: RequestedTransferInput | undefined,
): StartedTransfer | Refusal {
  if (isRefusal(transfer)) return transfer;
  assert(request !== undefined && transfer.state.status === "pending", "each request has its outcome");
  const { step } = transfer.state;
  const beginning = step === "held" || step === "awaiting_funds" ? undefined : step;
  const { after, begins } = beginStep(deps, transfer, beginning);
  const funding = fundingOf(request);
  const operations = [
    ...holdsFor(after),
    ...(funding === undefined ? [] : operationsOf(after, "funded", funding.funds)),
  ];
  return { transfer: after, input: request, begins, operations };
}

function fundingOf({ requester }: RequestedTransferInput) {
  return "funding" in requester ? requester.funding : undefined;
}

async function write(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  started: readonly (StartedTransfer | Refusal)[],
): Promise<Acceptance> {
  const accepted = started.filter((item): item is StartedTransfer => !isRefusal(item));
  await insertTransfers(
    tx,
    accepted.map(({ transfer }) => transfer),
  );
  const works = accepted.flatMap(({ begins }) => begins.works);
  if (works.length > 0) await deps.chainWork.enqueue(tx, works);
  const orders = accepted.flatMap(({ begins }) => begins.orders);
  if (orders.length > 0) await deps.payments.order(tx, orders);
  const instructions = await openInstructions(deps, tx, tenantId, accepted);
  if (accepted.length > 0) {
    const entries = accepted.map(({ transfer, input }) => auditOfCreation(transfer, input.cause));
    await recordAudit(deps, tx, { tenantId, network: undefined }, entries);
  }
  notifyHeld(deps, tx, accepted);
  return {
    outcomes: started.map((item) =>
      isRefusal(item) ? item : { transfer: item.transfer, instructions: instructions.get(item.transfer.id) },
    ),
    events: byNetwork(accepted, ({ transfer }) => [eventOf(transfer)]),
    operations: byNetwork(accepted, ({ operations }) => operations),
  };
}

/** Opens a virtual account for each transfer that is funded by wire. */
async function openInstructions(
  { payments }: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  accepted: readonly StartedTransfer[],
): Promise<ReadonlyMap<string, VirtualAccount>> {
  const instructions = new Map<string, VirtualAccount>();
  // Held transfers get one too: they await their wire once they are released.
  const waiting = accepted.filter(({ transfer }) => transfer.expiresAt !== undefined);
  for (const network of new Set(waiting.map(({ transfer }) => transfer.network))) {
    const inNetwork = waiting.filter(({ transfer }) => transfer.network === network);
    const orders = inNetwork.map(({ transfer: { id: subject, accountId } }) => ({
      accountId,
      owner: { name: transfersOwnerName, subject },
    }));
    for (const account of await payments.openVirtualAccounts(tx, { tenantId, network }, orders)) {
      instructions.set(account.owner.subject, account);
    }
  }
  return instructions;
}

function notifyHeld(
  { onHeld }: AcceptTransfersDeps,
  tx: Transaction,
  accepted: readonly StartedTransfer[],
): void {
  const held = accepted.filter(({ transfer }) => transfer.state.step === "held");
  if (held.length === 0) return;
  tx.afterCommit(() => {
    for (const { transfer } of held) onHeld?.(transfer);
  });
}

function byNetwork<Item>(
  accepted: readonly StartedTransfer[],
  itemsOf: (item: StartedTransfer) => readonly Item[],
): ReadonlyMap<Network, readonly Item[]> {
  const items = new Map<Network, Item[]>();
  for (const item of accepted) {
    const { network } = item.transfer;
    const networkItems = items.get(network) ?? [];
    networkItems.push(...itemsOf(item));
    items.set(network, networkItems);
  }
  return items;
}
