import { isRefusal } from "../../kernel/refusal.ts";
import type { Account } from "../account.ts";
import { documentsUnsupported } from "../documents-unsupported.ts";
import { type EventName, next } from "./machine.ts";
import type { Verification } from "./verification.ts";

/** What a person may decide on a whole review. */
export const personDecisions = ["approve", "reject", "request_documents", "clear_hit"] as const;
export type PersonDecision = (typeof personDecisions)[number];

const events = {
  approve: "person_approved",
  reject: "person_rejected",
  request_documents: "person_requested_documents",
  clear_hit: "person_cleared_hit",
} as const satisfies Record<PersonDecision, EventName>;

/** What could be decided now, so that nobody is offered what would be refused. */
export function possibleDecisions(
  { state, isScreened, network }: Pick<Verification, "state" | "isScreened" | "network">,
  { selfAttested }: Pick<Account, "selfAttested">,
): readonly PersonDecision[] {
  return personDecisions.filter((decision) => {
    if (decision === "approve" && !isScreened) return false;
    if (decision === "request_documents" && documentsUnsupported({ network, selfAttested }) !== undefined)
      return false;
    return !isRefusal(next(state, { name: events[decision], reason: "a reason" }));
  });
}
