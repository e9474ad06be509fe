import type {
  BankIdentity,
  BankRail,
  BankReason,
  Instant,
  Network,
  NewId,
  TenantId,
} from "@florin/service/sandbox-ports";
import { type BankItem, opposite } from "./bank-item.ts";
import { type BankTime, settlesAt } from "./bank-time.ts";
import type { TroublePlan } from "./chance.ts";

/** Inputs besides the file that decide how it is processed. */
export interface DeliveryFacts {
  readonly network: Network;
  readonly identity: BankIdentity;
  /** The bank's own clock. */
  readonly time: BankTime;
  /** The tenant of an entry, by its reference, and its clock; undefined where the bank's own applies. */
  readonly tenantOf: (reference: string) => EntryTenant | undefined;
  readonly newId: NewId;
  readonly trouble: TroublePlan;
  /** The incoming payments that the file returns, as far as the bank has them. */
  readonly incomingPayments: readonly BankItem[];
}

export interface EntryTenant {
  readonly tenantId: TenantId;
  readonly time: BankTime;
}

/** When an entry settles, by the clock of its tenant. */
export function dueAtOf(
  { tenantOf, time }: Pick<DeliveryFacts, "tenantOf" | "time">,
  reference: string,
  { rail, effectiveDate }: { readonly rail: BankRail; readonly effectiveDate?: string | undefined },
): Instant {
  return settlesAt(rail, tenantOf(reference)?.time ?? time, effectiveDate);
}

type PlannedFields = "kind" | "system" | "direction" | "amountCents" | "reference" | "dueAt" | "details";

/** An item waiting to settle, unless `planned` overrides it. */
export function waitingItem(
  { network, newId, time, tenantOf }: DeliveryFacts,
  planned: Pick<BankItem, PlannedFields> & Partial<BankItem>,
): BankItem {
  return {
    id: newId(),
    network,
    tenantId: tenantOf(planned.reference)?.tenantId,
    bankReference: undefined,
    clearingReference: undefined,
    state: "waiting",
    outcome: "settle",
    reason: undefined,
    settledAt: undefined,
    createdAt: time.now,
    ...planned,
  };
}

/** A return requested in a file, in any format. */
export interface RequestedReturn {
  /** Reference of the return itself. */
  readonly reference: string;
  /** Any of these may be the reference of the incoming payment. */
  readonly incomingPaymentReferences: readonly string[];
  readonly amountCents: bigint;
}

export type FoundReturn =
  | { readonly ok: true; readonly requested: RequestedReturn; readonly incomingPayment: BankItem }
  | { readonly ok: false; readonly reason: BankReason };

/** Matches returns with incoming payments; each is returned at most once, and not above its amount. */
export function findReturned(
  facts: DeliveryFacts,
  requested: readonly RequestedReturn[],
): readonly FoundReturn[] {
  const byReference = new Map(facts.incomingPayments.flatMap(namesOf));
  const taken = new Set<BankItem>();
  return requested.map((one): FoundReturn => {
    const incomingPayment = one.incomingPaymentReferences
      .map((name) => byReference.get(name))
      .find((found) => found !== undefined);
    if (incomingPayment === undefined) return { ok: false, reason: unknownIncomingPayment };
    if (incomingPayment.state !== "settled" || taken.has(incomingPayment))
      return { ok: false, reason: alreadyReturned };
    taken.add(incomingPayment);
    if (one.amountCents > incomingPayment.amountCents) return { ok: false, reason: tooMuch };
    return { ok: true, requested: one, incomingPayment };
  });
}

export function returnItem(
  facts: DeliveryFacts,
  { requested, incomingPayment }: { readonly requested: RequestedReturn; readonly incomingPayment: BankItem },
  dueAt: BankItem["dueAt"],
): BankItem {
  return waitingItem(facts, {
    kind: "return",
    system: incomingPayment.system,
    direction: opposite(incomingPayment.direction),
    amountCents: requested.amountCents,
    reference: requested.reference,
    dueAt,
    details: {
      type: "return",
      incomingPaymentReference: incomingPayment.bankReference ?? incomingPayment.reference,
    },
  });
}

export function markGivenBack(incomingPayment: BankItem): BankItem {
  return { ...incomingPayment, state: "returned" };
}

const unknownIncomingPayment: BankReason = {
  code: "NOOR",
  text: "returns a payment that was never received",
};
const alreadyReturned: BankReason = { code: "ARDT", text: "returns a payment that was already returned" };
const tooMuch: BankReason = { code: "AM09", text: "returns more than was received" };

/** An incoming payment by all of its references. */
function namesOf(incomingPayment: BankItem): readonly (readonly [string, BankItem])[] {
  return [incomingPayment.reference, incomingPayment.bankReference, incomingPayment.clearingReference]
    .filter((name) => name !== undefined)
    .map((name) => [name, incomingPayment]);
}
