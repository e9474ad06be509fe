import type { Network, NewId } from "../../kernel/id.ts";
import type { BankIdentity } from "../../rails/bank.ts";
import type { BankReason } from "../../rails/bank-work.ts";
import { type BankItem, opposite } from "./bank-item.ts";
import type { BankTime } from "./bank-time.ts";
import type { TroublePlan } from "./chance.ts";

/** What decides about a file besides the file. */
export interface DeliveryFacts {
  readonly network: Network;
  readonly identity: BankIdentity;
  readonly time: BankTime;
  readonly newId: NewId;
  readonly trouble: TroublePlan;
  /** Those that the file gives back, as far as the bank has them. */
  readonly receipts: readonly BankItem[];
}

type PlannedFields = "kind" | "system" | "direction" | "amountCents" | "reference" | "dueAt" | "details";

/** An item that waits to settle, unless it says otherwise. */
export function waitingItem(
  { network, newId, time }: DeliveryFacts,
  planned: Pick<BankItem, PlannedFields> & Partial<BankItem>,
): BankItem {
  return {
    id: newId(),
    network,
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

/** One return of a file of ours, whatever its format. */
export interface WantedReturn {
  /** Of the return itself. */
  readonly reference: string;
  /** Any of these may be the receipt's. */
  readonly receiptReferences: readonly string[];
  readonly amountCents: bigint;
}

export type FoundReturn =
  | { readonly ok: true; readonly wanted: WantedReturn; readonly receipt: BankItem }
  | { readonly ok: false; readonly reason: BankReason };

/** Holds each return against what was received; a receipt goes back once, and no more of it than came. */
export function findReturned(facts: DeliveryFacts, wanted: readonly WantedReturn[]): readonly FoundReturn[] {
  const byReference = new Map(facts.receipts.flatMap(namesOf));
  const taken = new Set<BankItem>();
  return wanted.map((one): FoundReturn => {
    const receipt = one.receiptReferences
      .map((name) => byReference.get(name))
      .find((found) => found !== undefined);
    if (receipt === undefined) return { ok: false, reason: unknownReceipt };
    if (receipt.state !== "settled" || taken.has(receipt)) return { ok: false, reason: alreadyReturned };
    taken.add(receipt);
    if (one.amountCents > receipt.amountCents) return { ok: false, reason: tooMuch };
    return { ok: true, wanted: one, receipt };
  });
}

export function returnItem(
  facts: DeliveryFacts,
  { wanted, receipt }: { readonly wanted: WantedReturn; readonly receipt: BankItem },
  dueAt: BankItem["dueAt"],
): BankItem {
  return waitingItem(facts, {
    kind: "return",
    system: receipt.system,
    direction: opposite(receipt.direction),
    amountCents: wanted.amountCents,
    reference: wanted.reference,
    dueAt,
    details: { type: "return", receiptReference: receipt.bankReference ?? receipt.reference },
  });
}

export function markGivenBack(receipt: BankItem): BankItem {
  return { ...receipt, state: "returned" };
}

const unknownReceipt: BankReason = { code: "NOOR", text: "returns what was never received" };
const alreadyReturned: BankReason = { code: "ARDT", text: "returns what was returned before" };
const tooMuch: BankReason = { code: "AM09", text: "returns more than was received" };

/** A receipt under every name by which it may be called. */
function namesOf(receipt: BankItem): readonly (readonly [string, BankItem])[] {
  return [receipt.reference, receipt.bankReference, receipt.clearingReference]
    .filter((name) => name !== undefined)
    .map((name) => [name, receipt]);
}
