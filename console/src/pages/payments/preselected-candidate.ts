import type { HeldPayment, MatchCandidate } from "./held-payment.ts";

type Sign = MatchCandidate["reasons"][number]["sign"];

/** Signs that name the owner. An exact amount is a coincidence if several candidates expect it. */
const naming: readonly Sign[] = ["number", "memo", "written_number", "written_id"];

/**
 * The candidate that the page selects in advance: the one that a first approver requested, or the only one with a strong
 * signal. Undefined if the user must decide, because a wrong match releases the funds to the wrong owner.
 */
export function preselectedCandidate(
  payment: HeldPayment,
  candidates: readonly MatchCandidate[],
): MatchCandidate | undefined {
  const requested = candidates.find((candidate) => isRequested(payment, candidate));
  if (requested !== undefined) return requested;
  const named = candidates.filter((candidate) => hasSign(candidate, naming));
  const strong = named.length > 0 ? named : candidates.filter((candidate) => hasSign(candidate, ["amount"]));
  const [only, ...others] = strong;
  return others.length === 0 && only?.obstacle === null ? only : undefined;
}

const ownerNames = {
  transfer: "transfers",
  automation: "automations",
  treasury: "treasury",
  claim: "claims",
} as const;

/** Whether a first approver has requested this match. */
export function isRequested(
  { match_request: request }: Pick<HeldPayment, "match_request">,
  { type, id }: Pick<MatchCandidate, "type" | "id">,
): boolean {
  return request?.target === `${ownerNames[type]}/${id}`;
}

function hasSign({ reasons }: MatchCandidate, signs: readonly Sign[]): boolean {
  return reasons.some(({ sign }) => signs.includes(sign));
}
