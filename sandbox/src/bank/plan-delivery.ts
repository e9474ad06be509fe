import type { DeliveryFacts } from "./delivery-facts.ts";
import type { DeliveryPlan } from "./delivery-plan.ts";
import { entryReferencesInMessage, paymentReferencesInMessage, planMessage } from "./plan-message.ts";
import { paymentReferencesInNacha, planNacha } from "./plan-nacha.ts";
import type { Delivered } from "./read-delivery.ts";

/** References of incoming payments that a file returns. */
export function paymentReferencesIn(delivered: Delivered): readonly string[] {
  switch (delivered.type) {
    case "nacha":
      return paymentReferencesInNacha(delivered.file);
    case "message":
      return paymentReferencesInMessage(delivered.message);
    case "unreadable":
      return [];
  }
}

/** References of the entries in a file: trace numbers, end-to-end ids, return ids. */
export function entryReferencesIn(delivered: Delivered): readonly string[] {
  switch (delivered.type) {
    case "nacha":
      return delivered.file.batches.flatMap(({ entries }) => entries.map(({ traceNumber }) => traceNumber));
    case "message":
      return entryReferencesInMessage(delivered.message);
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
      return { outcome: "refused", reason: delivered.reason };
  }
}
