import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { together } from "../db/together.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import { type Network, networks, type TenantId } from "../kernel/id.ts";
import { isRefusal, orThrow, type Refusal } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import type { Payments, VirtualAccount } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { asRequested, loadBalances, refuseUncovered } from "./cover.ts";
import type { RequestedTransferInput } from "./facts.ts";
import { type DefaultLimitsDeps, loadLimits } from "./limits/default-limits.ts";
import { refuseBeyondLimits, releaseCandidates } from "./limits/refuse-beyond-limits.ts";
import { limitCandidateOf } from "./limits/transfer-limit.ts";
import { type LoadFactsDeps, loadFacts, loadWireDeadlines, type WireDeadlinesDeps } from "./load-facts.ts";
import { planTransfer } from "./plan.ts";
import { holdsFor, operationsOf } from "./postings.ts";
import type { SandboxDestinationDeps } from "./sandbox-destinations.ts";
import { insertTransfers } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { amountPointerOf } from "./transfer-request.ts";
import { beginStep, type Effects } from "./transfer-step.ts";
import { auditOfCreation, eventOf } from "./transfer-update.ts";

export interface AcceptTransfersDeps extends AuditDeps, LoadFactsDeps, WireDeadlinesDeps, DefaultLimitsDeps {
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

export interface CreateTransfersDeps extends AcceptTransfersDeps, SandboxDestinationDeps {
  readonly eventLog: EventLog;
}

/** Accepts or refuses a tenant's requests in a transaction of their own. */
export async function createTransfers(
  deps: CreateTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly RequestedTransferInput[],
): Promise<readonly (Accepted | Refusal)[]> {
  const started = await startTransfers(deps, tx, tenantId, requests);
  const writing = write(deps, tx, tenantId, started);
  const accepted = started.filter(isAccepted);
  const events = byNetwork(accepted, ({ transfer }) => [eventOf(transfer)]);
  const operations = byNetwork(accepted, (item) => item.operations);
  // Writes of more than one step must be complete before the ledger is locked, or they could wait for a row meanwhile.
  if (accepted.some(hasSteps)) await writing;
  // All of it is sent together. The ledger comes last, because its lock is shared by all writers.
  const appending = networks.map((network) =>
    deps.eventLog.append(tx, { tenantId, network }, events.get(network) ?? []),
  );
  const recording = networks.map((network) =>
    recordOperations(deps, tx, { tenantId, network }, operations.get(network) ?? []),
  );
  const [outcomes, recorded] = await together([writing, together(recording), together(appending)]);
  // All requests of a batch are of one resource.
  const pointer = amountPointerOf(requests[0]?.requestedTransfer.resource ?? "transfer");
  for (const [place, network] of networks.entries()) {
    for (const [index, outcome] of (recorded[place] ?? []).entries()) {
      const operation = operations.get(network)?.[index];
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
  const started = await startTransfers(deps, tx, tenantId, requests);
  const accepted = started.filter(isAccepted);
  return {
    outcomes: await write(deps, tx, tenantId, started),
    events: byNetwork(accepted, ({ transfer }) => [eventOf(transfer)]),
    operations: byNetwork(accepted, ({ operations }) => operations),
  };
}

/** Three round trips at most: what the requests name, what depends on that, and what their transfers use. */
async function startTransfers(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly RequestedTransferInput[],
): Promise<readonly (StartedTransfer | Refusal)[]> {
  const now = deps.clock.now();
  const [, factsOf, deadlineOf, limits] = await together([
    tx.watchFacts(tenantId),
    loadFacts(deps, tx, tenantId, requests),
    loadWireDeadlines(deps, tx, requests, now),
    loadLimits(deps, tx, tenantId),
  ]);
  const planned = requests.map((request) => {
    const fresh = { id: deps.newId<"transfer">(), now, expiresAt: deadlineOf(request) };
    const outcome = planTransfer(factsOf(request), request, fresh);
    if (isRefusal(outcome) && outcome.code === "address_not_allowed" && "principal" in request.requester)
      deps.onSanctionedAddress?.(request.requester.principal);
    return outcome;
  });
  const candidates = planned.map((transfer) =>
    isRefusal(transfer) ? undefined : limitCandidateOf(transfer),
  );
  const [beyondLimits, balances] = await together([
    refuseBeyondLimits(tx, tenantId, limits, candidates, now),
    loadBalances(tx, tenantId, planned),
  ]);
  const covered = refuseUncovered(
    planned.map((transfer, index) => beyondLimits[index] ?? transfer),
    balances,
  );
  const uncovered = candidates.filter((_, index) => isUncovered(covered[index], beyondLimits[index]));
  await releaseCandidates(tx, tenantId, limits, uncovered, now);
  return covered.map((transfer, index) => startTransfer(transfer, requests[index]));
}

/** Within the limits, but refused for its balance. */
function isUncovered(covered: Transfer | Refusal | undefined, beyondLimits: Refusal | undefined): boolean {
  return covered !== undefined && isRefusal(covered) && beyondLimits === undefined;
}

interface StartedTransfer {
  readonly transfer: Transfer;
  readonly input: RequestedTransferInput;
  readonly begins: Effects;
  readonly operations: readonly Operation[];
}

function startTransfer(
  transfer: Transfer | Refusal,
  request: RequestedTransferInput | undefined,
): StartedTransfer | Refusal {
  if (isRefusal(transfer)) return transfer;
  assert(request !== undefined && transfer.state.status === "pending", "each request has its outcome");
  const { step } = transfer.state;
  const beginning = step === "held" || step === "awaiting_funds" ? undefined : step;
  const { after, begins } = beginStep(transfer, beginning, transfer.createdAt);
  const funding = fundingOf(request);
  const operations = [
    ...holdsFor(after),
    ...(funding === undefined ? [] : operationsOf(after, "funded", funding)),
  ];
  return { transfer: after, input: request, begins, operations };
}

function fundingOf({ requester }: RequestedTransferInput) {
  return "funding" in requester ? requester.funding : undefined;
}

/** Orders of payments and instructions for wires are written in several steps. */
function hasSteps({ transfer, begins }: StartedTransfer): boolean {
  return transfer.expiresAt !== undefined || begins.orders.length > 0;
}

function isAccepted(item: StartedTransfer | Refusal): item is StartedTransfer {
  return !isRefusal(item);
}

async function write(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  started: readonly (StartedTransfer | Refusal)[],
): Promise<readonly (Accepted | Refusal)[]> {
  const accepted = started.filter(isAccepted);
  const transfers = accepted.map(({ transfer }) => transfer);
  const works = accepted.flatMap(({ begins }) => begins.works);
  const orders = accepted.flatMap(({ begins }) => begins.orders);
  const entries = accepted.map(({ transfer, input }) => auditOfCreation(transfer, input.cause));
  notifyHeld(deps, tx, accepted);
  const [instructions] = await together([
    openInstructions(deps, tx, tenantId, accepted),
    insertTransfers(tx, transfers),
    works.length === 0 ? undefined : deps.chainWork.enqueue(tx, works),
    orders.length === 0 ? undefined : deps.payments.order(tx, orders),
    recordAudit(deps, tx, { tenantId, network: undefined }, entries),
  ]);
  return started.map((item) =>
    isRefusal(item) ? item : { transfer: item.transfer, instructions: instructions.get(item.transfer.id) },
  );
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
