import { findDestinationKeys } from "../addresses/index.ts";
import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type Network, networks, type TenantId } from "../kernel/id.ts";
import { type Clock, formatInstant, type Instant } from "../kernel/instant.ts";
import {
  type ApprovalRule,
  type ApprovalRuleId,
  type ControlledFacts,
  countingRules,
  type UsedCents,
} from "./rule.ts";
import { addUsage, subtractUsage, type UsedAmount } from "./usage-store.ts";

/** Where an operation was counted. */
export interface Counted {
  readonly network: Network;
  readonly destination: string;
  readonly ruleIds: readonly ApprovalRuleId[];
}

export interface CountDeps {
  readonly clock: Clock;
  readonly keyRing: KeyRing;
}

interface Counting {
  /** Undefined if no rule with an amount looks at the operation. */
  readonly counted: Counted | undefined;
  /** What was counted for these rules before, on the same day and for the same destination. */
  readonly used: UsedCents;
}

/**
 * Counts the amounts of a tenant's operations toward the rules with an amount that look at them. Nothing else is counted
 * for these destinations until the transaction ends. Without such rules, it takes no statement.
 */
export async function countAmounts(
  deps: CountDeps,
  tx: Transaction,
  rules: readonly ApprovalRule[],
  operations: readonly ControlledFacts[],
): Promise<readonly Counting[]> {
  const counting = operations.map((facts) => countingRules(rules, facts));
  const [first] = operations;
  if (first === undefined || counting.every(({ length }) => length === 0))
    return operations.map(() => ({ counted: undefined, used: new Map() }));
  const keyOf = await loadDestinations(deps, tx, operations);
  const amounts = operations.map((facts, index) =>
    (counting[index] ?? []).map(({ id: ruleId }) => amountOf(ruleId, facts, keyOf(facts))),
  );
  const sums = await addUsage(tx, first.tenantId, sumsOf(amounts.flat()), dayOf(deps.clock.now()));
  const before = new Map(sums.map((sum) => [placeOf(sum), sum.cents]));
  for (const amount of amounts.flat()) change(before, amount, -amount.cents);
  return amounts.map((own) => {
    const used = new Map(own.map((amount) => [amount.ruleId, before.get(placeOf(amount)) ?? 0n]));
    for (const amount of own) change(before, amount, amount.cents);
    const [any] = own;
    if (any === undefined) return { counted: undefined, used };
    const { network, destination } = any;
    return { counted: { network, destination, ruleIds: own.map(({ ruleId }) => ruleId) }, used };
  });
}

/** What is refused, rejected, canceled or expired does not count. */
export async function releaseAmounts(
  tx: Transaction,
  tenantId: TenantId,
  { network, destination, ruleIds }: Counted,
  { cents, countedAt }: { readonly cents: bigint; readonly countedAt: Instant },
): Promise<void> {
  for (const ruleId of ruleIds.toSorted())
    await subtractUsage(tx, tenantId, { ruleId, network, destination, cents }, dayOf(countedAt));
}

/** A wallet or bank account that is registered again under another id remains the same destination. */
async function loadDestinations(
  deps: CountDeps,
  tx: Transaction,
  operations: readonly ControlledFacts[],
): Promise<(facts: ControlledFacts) => string> {
  const keys = new Map<string, string>();
  for (const network of networks) {
    const inNetwork = operations.filter(({ affectedNetwork }) => affectedNetwork === network);
    const ids = inNetwork.flatMap(({ destination }) => destination ?? []);
    const [{ tenantId } = { tenantId: undefined }] = inNetwork;
    if (tenantId === undefined || ids.length === 0) continue;
    for (const [id, key] of await findDestinationKeys(deps, tx, { tenantId, network }, ids))
      keys.set(id, key);
  }
  return ({ destination = "" }) => keys.get(destination) ?? destination;
}

function amountOf(
  ruleId: ApprovalRuleId,
  { affectedNetwork: network = "mainnet", cents = 0n }: ControlledFacts,
  destination: string,
): UsedAmount {
  return { ruleId, network, destination, cents };
}

function sumsOf(amounts: readonly UsedAmount[]): readonly UsedAmount[] {
  const sums = new Map<string, UsedAmount>();
  for (const amount of amounts) {
    const cents = amount.cents + (sums.get(placeOf(amount))?.cents ?? 0n);
    sums.set(placeOf(amount), { ...amount, cents });
  }
  return [...sums.values()];
}

function change(before: Map<string, bigint>, amount: UsedAmount, cents: bigint): void {
  before.set(placeOf(amount), (before.get(placeOf(amount)) ?? 0n) + cents);
}

function placeOf({ ruleId, network, destination }: UsedAmount): string {
  return JSON.stringify([ruleId, network, destination]);
}

/** The UTC day, such as 2026-11-17. */
function dayOf(instant: Instant): string {
  return formatInstant(instant).slice(0, "2026-11-17".length);
}
