import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/work/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import type { NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import type { Operation } from "../ledger/index.ts";
import type { Payments, VirtualAccount } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-deeds.ts";
import { refuseUncovered } from "./cover.ts";
import type { Asked } from "./facts.ts";
import { refuseBeyondLimits } from "./limits/refuse-beyond-limits.ts";
import type { LimitCandidate } from "./limits/transfer-limit.ts";
import { type LoadFactsDeps, loadFacts } from "./load-facts.ts";
import { planTransfer, wholeCents } from "./plan.ts";
import { holdsFor, operationsOf } from "./postings.ts";
import { insertTransfers } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { auditOfCreation, eventOf } from "./transfer-news.ts";
import { wayOf } from "./transfer-request.ts";
import { beginStep, type Effects } from "./transfer-step.ts";
import { loadWireDeadlines, type WireDeadlinesDeps } from "./wire-deadlines.ts";

export interface AcceptTransfersDeps extends AuditDeps, LoadFactsDeps, WireDeadlinesDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly payments: Pick<Payments, "order" | "openVirtualAccounts">;
  /** Somebody wants to move money to or from somebody on the sanctions list. */
  readonly onHeld?: (transfer: Transfer) => void;
}

export interface Accepted {
  readonly transfer: Transfer;
  /** Where the wire is to be sent, when one is waited for. */
  readonly instructions: VirtualAccount | undefined;
}

/** What was accepted, and what is left to do at the end of the transaction, for each network. */
export interface Acceptance {
  readonly outcomes: readonly (Accepted | Refusal)[];
  readonly events: ReadonlyMap<Network, readonly NewEvent[]>;
  readonly operations: ReadonlyMap<Network, readonly Operation[]>;
}

/**
 * Accepts or refuses many requests of one tenant, each by itself; what is accepted is written together. Events and the
 * ledger are left to the caller, because they come last and once in a transaction.
 */
export async function acceptTransfers(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  asked: readonly Asked[],
): Promise<Acceptance> {
  const factsOf = await loadFacts(deps, tx, tenantId, asked);
  const now = deps.clock.now();
  const deadlineOf = await loadWireDeadlines(deps, tx, asked, now);
  const planned = asked.map((one) => {
    const fresh = { id: deps.newId<"transfer">(), now, expiresAt: deadlineOf(one) };
    return planTransfer(factsOf(one), one, fresh);
  });
  const within = await withinLimits(tx, tenantId, planned, asked, now);
  const covered = await refuseUncovered(tx, tenantId, within);
  const begun = covered.map((transfer, index) => beginOne(deps, transfer, asked[index]));
  return write(deps, tx, tenantId, begun);
}

async function withinLimits(
  tx: Transaction,
  tenantId: TenantId,
  planned: readonly (Transfer | Refusal)[],
  asked: readonly Asked[],
  now: Transfer["createdAt"],
): Promise<readonly (Transfer | Refusal)[]> {
  const candidates = planned.map((transfer, index) => candidateOf(transfer, asked[index]));
  const refusals = await refuseBeyondLimits(tx, tenantId, candidates, now);
  return planned.map((transfer, index) => refusals[index] ?? transfer);
}

/** Money that has come already is not refused: it would only wait elsewhere. */
function candidateOf(transfer: Transfer | Refusal, asked: Asked | undefined): LimitCandidate | undefined {
  if (isRefusal(transfer) || asked === undefined || fundingOf(asked) !== undefined) return undefined;
  const { network, accountId, units, source, destination } = transfer;
  const transferTypes = [wayOf(source), wayOf(destination)];
  return { network, accountId, transferTypes, cents: wholeCents(units), pointer: "/amount/value" };
}

interface Begun {
  readonly transfer: Transfer;
  readonly asked: Asked;
  readonly begins: Effects;
  readonly operations: readonly Operation[];
}

function beginOne(
  deps: AcceptTransfersDeps,
  transfer: Transfer | Refusal,
  asked: Asked | undefined,
): Begun | Refusal {
  if (isRefusal(transfer)) return transfer;
  assert(asked !== undefined && transfer.state.status === "pending", "each request has its outcome");
  const { step } = transfer.state;
  const beginning = step === "held" || step === "awaiting" ? undefined : step;
  const { after, begins } = beginStep(deps, transfer, beginning);
  const funding = fundingOf(asked);
  const operations = [
    ...holdsFor(after),
    ...(funding === undefined ? [] : operationsOf(after, "funded", funding.funds)),
  ];
  return { transfer: after, asked, begins, operations };
}

function fundingOf({ asker }: Asked) {
  return "funding" in asker ? asker.funding : undefined;
}

async function write(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  begun: readonly (Begun | Refusal)[],
): Promise<Acceptance> {
  const accepted = begun.filter((one): one is Begun => !isRefusal(one));
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
    const entries = accepted.map(({ transfer, asked }) => auditOfCreation(transfer, asked.cause));
    await recordAudit(deps, tx, { tenantId, network: undefined }, entries);
  }
  tellOfHeld(deps, tx, accepted);
  return {
    outcomes: begun.map((one) =>
      isRefusal(one) ? one : { transfer: one.transfer, instructions: instructions.get(one.transfer.id) },
    ),
    events: byNetwork(accepted, ({ transfer }) => [eventOf(transfer)]),
    operations: byNetwork(accepted, ({ operations }) => operations),
  };
}

/** An account number of its own for each wire that is waited for. */
async function openInstructions(
  { payments }: AcceptTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  accepted: readonly Begun[],
): Promise<ReadonlyMap<string, VirtualAccount>> {
  const instructions = new Map<string, VirtualAccount>();
  // Also for one that is held: it waits for its wire once a person has released it.
  const waiting = accepted.filter(({ transfer }) => transfer.expiresAt !== undefined);
  for (const network of new Set(waiting.map(({ transfer }) => transfer.network))) {
    const here = waiting.filter(({ transfer }) => transfer.network === network);
    const wanted = here.map(({ transfer: { id: subject, accountId } }) => ({
      accountId,
      owner: { name: transfersOwnerName, subject },
    }));
    for (const opened of await payments.openVirtualAccounts(tx, { tenantId, network }, wanted)) {
      instructions.set(opened.owner.subject, opened);
    }
  }
  return instructions;
}

function tellOfHeld({ onHeld }: AcceptTransfersDeps, tx: Transaction, accepted: readonly Begun[]): void {
  const held = accepted.filter(({ transfer }) => transfer.state.step === "held");
  if (held.length === 0) return;
  tx.afterCommit(() => {
    for (const { transfer } of held) onHeld?.(transfer);
  });
}

function byNetwork<Item>(
  accepted: readonly Begun[],
  itemsOf: (one: Begun) => readonly Item[],
): ReadonlyMap<Network, readonly Item[]> {
  const items = new Map<Network, Item[]>();
  for (const one of accepted) {
    const { network } = one.transfer;
    const here = items.get(network) ?? [];
    here.push(...itemsOf(one));
    items.set(network, here);
  }
  return items;
}
