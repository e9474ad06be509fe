import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { together } from "../db/together.ts";
import type { EventLog } from "../events/index.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import type { Instant } from "../kernel/instant.ts";
import { isRefusal, type Refusal, RefusalError } from "../kernel/refusal.ts";
import type { Operation } from "../ledger/index.ts";
import type { Payments, VirtualAccount } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { asRequested, loadBalances, type PlannedTransfer, refuseUncovered, withHolds } from "./cover.ts";
import type { RequestedTransferInput } from "./facts.ts";
import type { FactsMemory } from "./facts-memory.ts";
import { type DefaultLimitsDeps, loadLimits } from "./limits/default-limits.ts";
import { limitCandidateOf, type TransferLimit } from "./limits/transfer-limit.ts";
import { countCandidates, releaseCandidates } from "./limits/usage.ts";
import { type LoadFactsDeps, loadFacts, loadWireDeadline, type WireDeadlineDeps } from "./load-facts.ts";
import { planTransfer } from "./plan.ts";
import { operationsOf } from "./postings.ts";
import type { SandboxDestinationDeps } from "./sandbox-destinations.ts";
import { type Conclusion, conclude } from "./save-steps.ts";
import { insertTransfers, type TransferScope } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { beginStep, type Effects } from "./transfer-step.ts";
import { auditOfCreation, eventOf } from "./transfer-update.ts";

export interface AcceptTransfersDeps extends AuditDeps, LoadFactsDeps, WireDeadlineDeps, DefaultLimitsDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly payments: Pick<Payments, "order" | "openVirtualAccounts">;
  readonly factsMemory: FactsMemory;
  /** Called for each transfer that is held because of a sanctions match. */
  readonly onHeld?: (transfer: Transfer) => void;
  /** Called for an attempt to send tokens to a sanctioned address, because a refusal leaves no trace. */
  readonly onSanctionedAddress?: (attempt: Principal) => void;
}

export interface CreateTransfersDeps extends AcceptTransfersDeps, SandboxDestinationDeps {
  readonly eventLog: EventLog;
}

export interface Accepted {
  readonly transfer: Transfer;
  /** Wire instructions, for a transfer that is funded by wire. */
  readonly instructions: VirtualAccount | undefined;
}

/** Accepts or refuses requests in a transaction of their own. */
export async function createTransfers(
  deps: CreateTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<readonly (Accepted | Refusal)[]> {
  const { outcomes, written, ...conclusion } = await acceptTransfers(deps, tx, scope, requests);
  const [instructions, refused] = await together([written, conclude(deps, tx, scope, conclusion)]);
  // A balance changed since it was read: roll everything back; the requests are retried one by one.
  if (refused !== undefined) throw new RefusalError(asRequested(refused, requests));
  return outcomes.map((transfer) =>
    isRefusal(transfer) ? transfer : { transfer, instructions: instructions.get(transfer.id) },
  );
}

/** The outcome of each request, and what its caller writes at the end of the transaction. */
export interface Acceptance extends Conclusion {
  readonly outcomes: readonly (Transfer | Refusal)[];
  /**
   * Everything else is being written: await it together with the caller's own writes, which are sent in the same round
   * trip. Returns the wire instructions by transfer.
   */
  readonly written: Promise<ReadonlyMap<string, VirtualAccount>>;
}

/**
 * Accepts or refuses each request on its own and writes the accepted ones together, in four round trips at most: what the
 * requests name, what depends on that, the limits and balances that their transfers use, and all writes.
 */
export async function acceptTransfers(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<Acceptance> {
  if (requests.length === 0)
    return { outcomes: [], written: Promise.resolve(new Map()), events: [], operations: [] };
  const now = deps.clock.now();
  const remembered = await deps.factsMemory.at(tx, scope);
  const [factsOf, expiresAt, limits] = await together([
    loadFacts(deps, tx, scope, requests, remembered),
    loadWireDeadline(deps, tx, scope, requests, now),
    loadLimits(deps, tx, scope.tenantId, remembered),
  ]);
  const planned = requests.map((request) => {
    const outcome = planTransfer(factsOf(request), request, { id: deps.newId<"transfer">(), now, expiresAt });
    if (!isRefusal(outcome)) return withHolds(outcome);
    if (outcome.code === "address_not_allowed" && "principal" in request.requester)
      deps.onSanctionedAddress?.(request.requester.principal);
    return outcome;
  });
  const affordable = await refuseBeyondLimitsAndBalances(tx, scope, { planned, limits, now });
  const started = affordable.map((outcome, index) =>
    isRefusal(outcome) ? outcome : startTransfer(outcome, requests[index]),
  );
  const accepted = started.filter((item): item is StartedTransfer => !isRefusal(item));
  const written = write(deps, tx, scope, accepted);
  // Writes of more than one step must be complete before the ledger is locked, or they could wait for a row meanwhile.
  if (accepted.some(hasSteps)) await written;
  return {
    outcomes: started.map((item) => (isRefusal(item) ? item : item.transfer)),
    written,
    events: accepted.map(({ transfer }) => eventOf(transfer)),
    operations: accepted.flatMap(({ operations }) => operations),
  };
}

interface Affordability {
  readonly planned: readonly (PlannedTransfer | Refusal)[];
  readonly limits: readonly TransferLimit[];
  readonly now: Instant;
}

/**
 * Counts transfers toward their limits in the same round trip in which it reads the balances, so before it knows whether a
 * balance covers them. What is not covered is released from the limits again. That is rare, and costs a statement then.
 */
async function refuseBeyondLimitsAndBalances(
  tx: Transaction,
  scope: TransferScope,
  { planned, limits, now }: Affordability,
): Promise<readonly (PlannedTransfer | Refusal)[]> {
  const { tenantId } = scope;
  const candidates = planned.map((item) => (isRefusal(item) ? undefined : limitCandidateOf(item.transfer)));
  const [beyondLimits, balances] = await together([
    countCandidates(tx, tenantId, limits, candidates, now),
    loadBalances(tx, scope, planned),
  ]);
  const outcomes = refuseUncovered(
    planned.map((item, index) => beyondLimits[index] ?? item),
    balances,
  );
  const uncovered = candidates.filter(
    (_, index) => beyondLimits[index] === undefined && isRefusal(outcomes[index]),
  );
  await releaseCandidates(tx, tenantId, limits, uncovered, now);
  return outcomes;
}

interface StartedTransfer {
  readonly transfer: Transfer;
  readonly input: RequestedTransferInput;
  readonly begins: Effects;
  readonly operations: readonly Operation[];
}

function startTransfer(
  { transfer, holds }: PlannedTransfer,
  input: RequestedTransferInput | undefined,
): StartedTransfer {
  assert(input !== undefined && transfer.state.status === "pending", "each request has its outcome");
  const { step } = transfer.state;
  const beginning = step === "held" || step === "awaiting_funds" ? undefined : step;
  const { after, begins } = beginStep(transfer, beginning, transfer.createdAt);
  const funding = "funding" in input.requester ? input.requester.funding : undefined;
  const funded = funding === undefined ? [] : operationsOf(after, "funded", funding);
  return { transfer: after, input, begins, operations: [...holds, ...funded] };
}

/** Orders of payments and instructions for wires are written in several steps. */
function hasSteps({ transfer, begins }: StartedTransfer): boolean {
  return transfer.expiresAt !== undefined || begins.orders.length > 0;
}

/** Sends all writes at once, and returns the wire instructions by transfer. */
async function write(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  accepted: readonly StartedTransfer[],
): Promise<ReadonlyMap<string, VirtualAccount>> {
  const transfers = accepted.map(({ transfer }) => transfer);
  const works = accepted.flatMap(({ begins }) => begins.works);
  const orders = accepted.flatMap(({ begins }) => begins.orders);
  const entries = accepted.map(({ transfer, input }) => auditOfCreation(transfer, input.cause));
  notifyHeld(deps, tx, transfers);
  const [instructions] = await together([
    openInstructions(deps, tx, scope, transfers),
    insertTransfers(tx, transfers),
    works.length === 0 ? undefined : deps.chainWork.enqueue(tx, works),
    orders.length === 0 ? undefined : deps.payments.order(tx, orders),
    recordAudit(deps, tx, scope, entries),
  ]);
  return instructions;
}

function notifyHeld({ onHeld }: AcceptTransfersDeps, tx: Transaction, transfers: readonly Transfer[]): void {
  const held = transfers.filter(({ state }) => state.step === "held");
  if (held.length === 0) return;
  tx.afterCommit(() => {
    for (const transfer of held) onHeld?.(transfer);
  });
}

/** Opens a virtual account for each transfer that is funded by wire. */
async function openInstructions(
  { payments }: AcceptTransfersDeps,
  tx: Transaction,
  scope: TransferScope,
  transfers: readonly Transfer[],
): Promise<ReadonlyMap<string, VirtualAccount>> {
  // Held transfers get one too: they await their wire once they are released.
  const waiting = transfers.filter(({ expiresAt }) => expiresAt !== undefined);
  if (waiting.length === 0) return new Map();
  const orders = waiting.map(({ id: subject, accountId }) => ({
    accountId,
    owner: { name: transfersOwnerName, subject },
  }));
  const opened = await payments.openVirtualAccounts(tx, scope, orders);
  return new Map(opened.map((account) => [account.owner.subject, account]));
}
