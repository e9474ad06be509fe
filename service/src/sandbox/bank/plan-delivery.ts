import type { DeliveryFacts } from "./delivery-facts.ts";
import type { DeliveryPlan } from "./delivery-plan.ts";
import { planMessage, receiptsNamedInMessage } from "./plan-message.ts";
import { planNacha, receiptsNamedInNacha } from "./plan-nacha.ts";
import type { Delivered } from "./read-delivery.ts";

/** The references of receipts that a file gives back; what is found of them belongs to the facts. */
export function receiptsNamedIn(delivered: Delivered): readonly string[] {
  switch (delivered.type) {
    case "nacha":
      return receiptsNamedInNacha(delivered.file);
    case "message":
      return receiptsNamedInMessage(delivered.message);
    case "unreadable":
      return [];
  }
}

export function planDelivery(delivered: Delivered, facts: DeliveryFacts): DeliveryPlan {
  switch (delivered.type) {
    case "nacha":
      return planNacha(delivered.file, facts);
    case "message":
      return planMessage(delivered.message, facts);
    case "unreadable":
      return { verdict: "refused", reason: delivered.reason };
  }
}
