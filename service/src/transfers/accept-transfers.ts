import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { together } from "../db/together.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import { isRefusal, orThrow, type Refusal } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import type { Payments, VirtualAccount } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { asRequested, loadBalances, refuseUncovered } from "./cover.ts";
import type { RequestedTransferInput } from "./facts.ts";
import { type DefaultLimitsDeps, loadLimits } from "./limits/default-limits.ts";
import { refuseBeyondLimits, releaseCandidates } from "./limits/refuse-beyond-limits.ts";
import { limitCandidateOf } from "./limits/transfer-limit.ts";
import { type LoadFactsDeps, loadFacts, loadWireDeadline, type WireDeadlineDeps } from "./load-facts.ts";
import { planTransfer } from "./plan.ts";
import { holdsFor, operationsOf } from "./postings.ts";
import type { SandboxDestinationDeps } from "./sandbox-destinations.ts";
import { insertTransfers, type TransferScope } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { amountPointerOf } from "./transfer-request.ts";
import { beginStep, type Effects } from "./transfer-step.ts";
import { auditOfCreation, eventOf } from "./transfer-update.ts";

export interface AcceptTransfersDeps extends AuditDeps, LoadFactsDeps, WireDeadlineDeps, DefaultLimitsDeps {
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

/** Accepts or refuses requests in a transaction of their own. */
export async function createTransfers(
  deps: CreateTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<readonly (Accepted | Refusal)[]> {
  const started = await startTransfers(deps, tx, scope, requests);
  const writing = write(deps, tx, scope, started);
  const accepted = started.filter(isAccepted);
  const operations = accepted.flatMap((item) => item.operations);
  // Writes of more than one step must be complete before the ledger is locked, or they could wait for a row meanwhile.
  if (accepted.some(hasSteps)) await writing;
  // All of it is sent together. The ledger comes last, because its lock is shared by all writers.
  const events = accepted.map(({ transfer }) => eventOf(transfer));
  const appending = deps.eventLog.append(tx, scope, events);
  const recording = recordOperations(deps, tx, scope, operations);
  const [outcomes, recorded] = await together([writing, recording, appending]);
  // All requests of a batch are of one resource.
  const pointer = amountPointerOf(requests[0]?.requestedTransfer.resource ?? "transfer");
  for (const [index, outcome] of recorded.entries()) {
    const operation = operations[index];
    assert(operation !== undefined, "each operation has its outcome");
    // A balance changed since it was read: roll everything back; the requests are retried one by one.
    orThrow(isRefusal(outcome) ? asRequested(outcome, operation, pointer) : outcome);
  }
  return outcomes;
}

/** The accepted transfers, and what the caller still has to write at the end of the transaction. */
export interface Acceptance {
  readonly outcomes: readonly (Accepted | Refusal)[];
  readonly events: readonly NewEvent[];
  readonly operations: readonly Operation[];
}

/**
 * Accepts or refuses each request on its own and writes the accepted ones together. The caller appends
 * the events and writes the ledger, because both come last and only once in a transaction.
 */
export async function acceptTransfers(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<Acceptance> {
  const started = await startTransfers(deps, tx, scope, requests);
  const accepted = started.filter(isAccepted);
  return {
    outcomes: await write(deps, tx, scope, started),
    events: accepted.map(({ transfer }) => eventOf(transfer)),
    operations: accepted.flatMap(({ operations }) => operations),
  };
}

/** Three round trips at most: what the requests name, what depends on that, and what their transfers use. */
async function startTransfers(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<readonly (StartedTransfer | Refusal)[]> {
  if (requests.length === 0) return [];
  const { tenantId } = scope;
  const now = deps.clock.now();
  const [, factsOf, expiresAt, limits] = await together([
    tx.watchFacts(tenantId),
    loadFacts(deps, tx, scope, requests),
    loadWireDeadline(deps, tx, scope, requests, now),
    loadLimits(deps, tx, tenantId),
  ]);
  const planned = requests.map((request) => {
    const fresh = { id: deps.newId<"transfer">(), now, expiresAt };
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
    loadBalances(tx, scope, planned),
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
  scope: TransferScope,
  started: readonly (StartedTransfer | Refusal)[],
): Promise<readonly (Accepted | Refusal)[]> {
  const accepted = started.filter(isAccepted);
  const transfers = accepted.map(({ transfer }) => transfer);
  const works = accepted.flatMap(({ begins }) => begins.works);
  const orders = accepted.flatMap(({ begins }) => begins.orders);
  const entries = accepted.map(({ transfer, input }) => auditOfCreation(transfer, input.cause));
  notifyHeld(deps, tx, accepted);
  const [instructions] = await together([
    openInstructions(deps, tx, scope, accepted),
    insertTransfers(tx, transfers),
    works.length === 0 ? undefined : deps.chainWork.enqueue(tx, works),
    orders.length === 0 ? undefined : deps.payments.order(tx, orders),
    recordAudit(deps, tx, scope, entries),
  ]);
  return started.map((item) =>
    isRefusal(item) ? item : { transfer: item.transfer, instructions: instructions.get(item.transfer.id) },
  );
}

/** Opens a virtual account for each transfer that is funded by wire. */
async function openInstructions(
  { payments }: AcceptTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  accepted: readonly StartedTransfer[],
): Promise<ReadonlyMap<string, VirtualAccount>> {
  // Held transfers get one too: they await their wire once they are released.
  const waiting = accepted.filter(({ transfer }) => transfer.expiresAt !== undefined);
  if (waiting.length === 0) return new Map();
  const orders = waiting.map(({ transfer: { id: subject, accountId } }) => ({
    accountId,
    owner: { name: transfersOwnerName, subject },
  }));
  const opened = await payments.openVirtualAccounts(tx, scope, orders);
  return new Map(opened.map((account) => [account.owner.subject, account]));
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
