import {
  type CreditTransfer,
  type CreditTransfers,
  type IsoMessage,
  type PaymentReturn,
  type PaymentReturns,
  paymentSystemOf,
  type RailSystem,
  railOf,
  railSystems,
  returnRailOf,
} from "@florin/service/sandbox-ports";
import type { BankItem } from "./bank-item.ts";
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
import { magicRejectionOf } from "./magic-amount.ts";

/** The bank accepts only transfers (pacs.008) and returns of incoming payments (pacs.004). */
export function planMessage(message: IsoMessage, facts: DeliveryFacts): DeliveryPlan {
  switch (message.type) {
    case "credit_transfers":
      return { outcome: "taken", items: transferItems(message, facts), givenBack: [] };
    case "payment_returns":
      return planReturns(message, facts);
    case "status_report":
    case "notification":
    case "statement":
    case "intraday":
    case "bank_transfers":
    case "other":
      return {
        outcome: "refused",
        reason: { code: "AG03", text: "the bank does not accept this message type" },
      };
  }
}

export function paymentReferencesInMessage(message: IsoMessage): readonly string[] {
  if (message.type !== "payment_returns") return [];
  return message.returns.flatMap((entry) => requestedReturnOf(entry).incomingPaymentReferences);
}

export function entryReferencesInMessage(message: IsoMessage): readonly string[] {
  if (message.type === "credit_transfers") return message.transfers.map(({ endToEndId }) => endToEndId);
  if (message.type !== "payment_returns") return [];
  return message.returns.map((entry) => requestedReturnOf(entry).reference);
}

function transferItems({ messageId, transfers }: CreditTransfers, facts: DeliveryFacts): readonly BankItem[] {
  return transfers.map((transfer) => {
    const system = systemOfTransfer(transfer);
    const rail = returnRailOf(system);
    const isInstant = railOf(rail).schedule === "always_open";
    const magic = isInstant ? magicRejectionOf(transfer.amountCents) : undefined;
    const fate =
      magic === undefined
        ? outcomeByChance(facts.trouble, { system, direction: "debit" })
        : { outcome: "reject" as const, reason: magic };
    return waitingItem(facts, {
      kind: "payment",
      system,
      direction: "debit",
      amountCents: transfer.amountCents,
      reference: transfer.endToEndId,
      dueAt: dueAtOf(facts, transfer.endToEndId, { rail }),
      details: {
        type: "transfer",
        messageId,
        transactionId: transfer.transactionId,
        uetr: transfer.uetr,
        creditorName: transfer.creditor.name,
        creditorAccountNumber: transfer.creditor.accountNumber,
        creditorRoutingNumber: transfer.creditor.routingNumber,
      },
      ...fate,
    });
  });
}

/** A wire, unless its clearing system says otherwise. */
function systemOfTransfer({ clearingSystem = "" }: CreditTransfer): RailSystem {
  return (
    railSystems.find((system) => paymentSystemOf(system).clearingSystems.includes(clearingSystem)) ?? "wire"
  );
}

function planReturns(message: PaymentReturns, facts: DeliveryFacts): DeliveryPlan {
  const returns = findReturned(facts, message.returns.map(requestedReturnOf));
  const missing = returns.find((found) => !found.ok);
  if (missing?.ok === false) return { outcome: "refused", reason: missing.reason };
  const found = returns.filter((result) => result.ok);
  return {
    outcome: "taken",
    items: found.map((match) =>
      returnItem(
        facts,
        match,
        dueAtOf(facts, match.requested.reference, {
          rail: returnRailOf(match.incomingPayment.system),
        }),
      ),
    ),
    givenBack: found.map(({ incomingPayment }) => markGivenBack(incomingPayment)),
  };
}

function requestedReturnOf(paymentReturn: PaymentReturn): RequestedReturn {
  const named = [
    paymentReturn.originalEndToEndId,
    paymentReturn.originalTransactionId,
    paymentReturn.originalMessageId,
  ];
  return {
    reference: paymentReturn.returnId ?? paymentReturn.originalEndToEndId ?? "",
    incomingPaymentReferences: named.filter((reference) => reference !== undefined),
    amountCents: paymentReturn.amountCents,
  };
}
