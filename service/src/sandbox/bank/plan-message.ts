import type {
  CreditTransfer,
  CreditTransfers,
  IsoMessage,
  PaymentReturn,
  PaymentReturns,
} from "../../rails/iso20022/iso-message.ts";
import type { BankItem } from "./bank-item.ts";
import { settlesAt } from "./bank-time.ts";
import { outcomeByChance } from "./chance.ts";
import {
  type DeliveryFacts,
  findReturned,
  markGivenBack,
  returnItem,
  type WantedReturn,
  waitingItem,
} from "./delivery-facts.ts";
import type { DeliveryPlan } from "./delivery-plan.ts";

/** Transfers (pacs.008) and returns of receipts (pacs.004) are what the bank takes from us; nothing else is. */
export function planMessage(message: IsoMessage, facts: DeliveryFacts): DeliveryPlan {
  switch (message.type) {
    case "credit_transfers":
      return { verdict: "taken", items: transferItems(message, facts), givenBack: [] };
    case "payment_returns":
      return planReturns(message, facts);
    case "status_report":
    case "notification":
    case "statement":
    case "other":
      return {
        verdict: "refused",
        reason: { code: "AG03", text: "the bank takes no messages of this kind" },
      };
  }
}

export function receiptsNamedInMessage(message: IsoMessage): readonly string[] {
  if (message.type !== "payment_returns") return [];
  return message.returns.flatMap((one) => wantedReturn(one).receiptReferences);
}

function transferItems({ messageId, transfers }: CreditTransfers, facts: DeliveryFacts): readonly BankItem[] {
  return transfers.map((transfer) => {
    const system = systemOfTransfer(transfer);
    const fate = outcomeByChance(facts.trouble, { system, direction: "debit" });
    return waitingItem(facts, {
      kind: "payment",
      system,
      direction: "debit",
      amountCents: transfer.amountCents,
      reference: transfer.endToEndId,
      dueAt: settlesAt(system === "wire" ? "wire" : "rtp_credit", facts.time, undefined),
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

function systemOfTransfer({ clearingSystem }: CreditTransfer): "wire" | "rtp" {
  return clearingSystem === "TCH" || clearingSystem === "RTP" ? "rtp" : "wire";
}

function planReturns(message: PaymentReturns, facts: DeliveryFacts): DeliveryPlan {
  const returns = findReturned(facts, message.returns.map(wantedReturn));
  const missing = returns.find((found) => !found.ok);
  if (missing?.ok === false) return { verdict: "refused", reason: missing.reason };
  const found = returns.filter((one) => one.ok);
  return {
    verdict: "taken",
    items: found.map((one) =>
      returnItem(
        facts,
        one,
        settlesAt(one.receipt.system === "rtp" ? "rtp_credit" : "wire", facts.time, undefined),
      ),
    ),
    givenBack: found.map(({ receipt }) => markGivenBack(receipt)),
  };
}

function wantedReturn(one: PaymentReturn): WantedReturn {
  const named = [one.originalEndToEndId, one.originalTransactionId, one.originalMessageId];
  return {
    reference: one.returnId ?? one.originalEndToEndId ?? "",
    receiptReferences: named.filter((reference) => reference !== undefined),
    amountCents: one.amountCents,
  };
}
