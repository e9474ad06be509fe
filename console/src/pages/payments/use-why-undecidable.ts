import { useCan } from "../../session/use-me.ts";
import type { HeldPayment } from "./held-payment.ts";

const senderReasons: readonly string[] = ["sanctioned_sender", "unnamed_sender"];

/** Why the user can't decide on a held payment; a sanctions match needs a permission of its own. */
export function useWhyUndecidable({ hold }: HeldPayment): string | undefined {
  const mayDecide = useCan("suspense.decide");
  const mayDecideMatch = useCan("sanctions.decide");
  if (!mayDecide) return "Your role has read-only access to suspense.";
  const isForSender = hold !== null && (hold.hits.length > 0 || senderReasons.includes(hold.reason));
  return isForSender && !mayDecideMatch ? "Your role can't decide on a sanctions match." : undefined;
}
