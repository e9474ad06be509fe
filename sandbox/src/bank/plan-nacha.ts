import {
  assert,
  type BankRail,
  bankRails,
  isDebit,
  type NachaBatch,
  type NachaEntry,
  type NachaFile,
  railOf,
  returnRailOf,
  transactionCodeOf,
} from "@florin/service/sandbox-ports";
import { type BankItem, opposite } from "./bank-item.ts";
import { outcomeByChance } from "./chance.ts";
import {
  type DeliveryFacts,
  dueAtOf,
  findReturned,
  markGivenBack,
  type RequestedReturn,
  returnItem,
  waitingItem,
} from "./delivery-facts.ts";
import type { DeliveryPlan } from "./delivery-plan.ts";
import { magicReturnOf } from "./magic-amount.ts";

/** Each entry becomes an item. Prenotes and notifications of change are accepted without effect. */
export function planNacha(file: NachaFile, facts: DeliveryFacts): DeliveryPlan {
  const { routingNumber } = facts.identity;
  if (file.header.destination !== routingNumber) {
    return { outcome: "refused", reason: { code: "RC01", text: "the file is for another bank" } };
  }
  const returns = findReturned(facts, returnsIn(file));
  const missing = returns.find((found) => !found.ok);
  if (missing?.ok === false) return { outcome: "refused", reason: missing.reason };
  const found = returns.filter((result) => result.ok);
  return {
    outcome: "taken",
    items: [
      ...file.batches.flatMap((batch) => paymentsIn(batch, facts)),
      ...found.map((match) =>
        returnItem(facts, match, dueAtOf(facts, match.requested.reference, { rail: returnRailOf("ach") })),
      ),
    ],
    givenBack: found.map(({ incomingPayment }) => markGivenBack(incomingPayment)),
  };
}

export function paymentReferencesInNacha(file: NachaFile): readonly string[] {
  return returnsIn(file).flatMap(({ incomingPaymentReferences }) => incomingPaymentReferences);
}

function returnsIn(file: NachaFile): readonly RequestedReturn[] {
  return file.batches
    .flatMap(({ entries }) => entries)
    .flatMap((entry) =>
      entry.addenda.flatMap((addenda) =>
        addenda.type === "return"
          ? [
              {
                reference: entry.traceNumber,
                incomingPaymentReferences: [addenda.originalTrace],
                amountCents: entry.amountCents,
              },
            ]
          : [],
      ),
    );
}

function paymentsIn(batch: NachaBatch, facts: DeliveryFacts): readonly BankItem[] {
  return batch.entries.flatMap((entry) => {
    const direction = directionOf(entry.transactionCode);
    return direction === undefined || entry.amountCents === 0n
      ? []
      : [paymentItem(facts, { batch, entry, direction })];
  });
}

/** A credit debits Florin's account. Prenotes, zero-dollar entries and returns are not payments. */
function directionOf(transactionCode: string): BankItem["direction"] | undefined {
  const code = transactionCodeOf(transactionCode);
  return code?.use === "money" ? opposite(code.direction) : undefined;
}

function paymentItem(
  facts: DeliveryFacts,
  { batch, entry, direction }: { batch: NachaBatch; entry: NachaEntry; direction: BankItem["direction"] },
): BankItem {
  const magic = magicReturnOf(entry.amountCents);
  const fate =
    magic === undefined
      ? outcomeByChance(facts.trouble, { system: "ach", direction })
      : { outcome: "return" as const, reason: magic };
  return waitingItem(facts, {
    kind: "payment",
    system: "ach",
    direction,
    amountCents: entry.amountCents,
    reference: entry.traceNumber,
    clearingReference: entry.traceNumber,
    dueAt: dueAtOf(facts, entry.traceNumber, {
      rail: railOfBatch(batch, direction),
      effectiveDate: batch.effectiveDate,
    }),
    details: {
      type: "ach_entry",
      sec: batch.sec,
      companyName: batch.companyName,
      companyId: batch.companyId,
      description: batch.description,
      transactionCode: entry.transactionCode,
      rdfi: entry.rdfi,
      accountNumber: entry.accountNumber,
      individualId: entry.individualId,
      individualName: entry.individualName,
    },
    ...fate,
  });
}

/** Nacha: a descriptive date of `SDhhmm` marks a same-day batch. */
function railOfBatch({ descriptiveDate }: NachaBatch, direction: BankItem["direction"]): BankRail {
  const schedule = /^SD\d{4}$/.test(descriptiveDate) ? "same_day_ach" : "ach";
  const isPulled = direction === "credit";
  const rail = bankRails.find((each) => railOf(each).schedule === schedule && isDebit(each) === isPulled);
  assert(rail !== undefined, "each ACH schedule has a credit and a debit rail");
  return rail;
}
