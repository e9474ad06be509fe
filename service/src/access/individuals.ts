import type { Instant } from "../kernel/instant.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import {
  type AccessGraph,
  areDisjoint,
  confirmers,
  mayConfirmIndividual,
  type Origins,
  originsIn,
} from "./origins.ts";

/** Why identities do not count as that many individuals. */
export type Dependence = "given" | "unknown" | "same_origin";

/**
 * Whether these identities count as as many individuals; undefined if so. No one has given access to another, and each has
 * a root for itself: its own, or that of a user of another origin who has confirmed it. So they need as many roots, and
 * one individual with several mailboxes or applications remains one.
 */
export function findDependence(
  graph: AccessGraph,
  participants: readonly string[],
  candidate: string,
): Dependence | undefined {
  return decideDependence(
    participants.map((identity) => originsIn(graph, identity)),
    originsIn(graph, candidate),
  );
}

/** The pairs among these identities that do not count as two individuals. */
export function dependencesIn(
  graph: AccessGraph,
  identities: readonly string[],
): (identity: string) => readonly { readonly other: string; readonly reason: Dependence }[] {
  const origins = identities.map((identity) => [identity, originsIn(graph, identity)] as const);
  return (identity) => {
    const own = originsIn(graph, identity);
    return origins.flatMap(([other, others]) => {
      const reason = other === identity ? undefined : decideDependence([others], own);
      return reason === undefined ? [] : [{ other, reason }];
    });
  };
}

function decideDependence(others: readonly Origins[], own: Origins): Dependence | undefined {
  if (others.some((other) => isGiven(own, other) || isGiven(other, own))) return "given";
  const individuals = [...others, own];
  if (haveRootsOfTheirOwn(individuals)) return undefined;
  return individuals.some(({ isKnown }) => !isKnown) ? "unknown" : "same_origin";
}

/** Whether the other one's line leads to this one, or to a user who holds both. */
function isGiven({ holders }: Origins, { line }: Origins): boolean {
  return [...holders].some((holder) => line.has(holder));
}

/** Looks for disjoint sets of roots, one for each: few identities, each with few choices. */
function haveRootsOfTheirOwn(individuals: readonly Origins[]): boolean {
  const choices = individuals.map((each) => choicesOf(each, individuals));
  const choose = (index: number, taken: ReadonlySet<string>): boolean => {
    const sets = choices[index];
    if (sets === undefined) return true;
    return sets.some((set) => areDisjoint(set, taken) && choose(index + 1, new Set([...taken, ...set])));
  };
  return choose(0, new Set());
}

/** The confirmation of someone whose root takes part itself adds no individual. */
function choicesOf(own: Origins, individuals: readonly Origins[]): readonly ReadonlySet<string>[] {
  const others = individuals.filter((each) => each !== own);
  const confirmations = own.confirmations.filter((roots) =>
    others.every((other) => areDisjoint(roots, other.roots)),
  );
  return own.isKnown ? [own.roots, ...confirmations] : confirmations;
}

export interface AccessFacts {
  readonly graph: AccessGraph;
  /** The requester first, then those who approved before. */
  readonly participants: readonly string[];
  readonly now: Instant;
  /** How long after a change of access an identity does not count. */
  readonly newAccessMs: number;
}

/** The one decision about who counts as another individual: for approvals, and for held funds. */
export function refuseAccess(facts: AccessFacts, candidate: string): Refusal | undefined {
  const { graph, participants, now, newAccessMs } = facts;
  const dependence = findDependence(graph, participants, candidate);
  if (dependence !== undefined) return refuse("not_permitted", refusals[dependence]);
  if (isNew(graph, candidate, { now, newAccessMs }))
    return refuse("not_permitted", "your access changed recently; you cannot approve yet");
  if (!participants.some((identity) => isNew(graph, identity, { now, newAccessMs }))) return undefined;
  const detail =
    "the access of the requester or of another approver changed recently; it cannot be approved yet";
  return refuse("not_permitted", detail);
}

const refusals: Readonly<Record<Dependence, string>> = {
  given: "you and another participant of this approval got access from one another",
  unknown:
    "it is not known who gave access to you or to another participant; a user of another origin must confirm that user",
  same_origin:
    "you and another participant have access from the same origin; a user of another origin must confirm one of you",
};

function isNew(
  graph: AccessGraph,
  identity: string,
  { now, newAccessMs }: Pick<AccessFacts, "now" | "newAccessMs">,
): boolean {
  return (graph.get(identity) ?? []).some(({ kind, at }) => kind !== "confirmed" && now - at < newAccessMs);
}

/** Whether a user may confirm that another one is a separate individual. */
export function refuseConfirmation(
  { graph, now, newAccessMs }: Omit<AccessFacts, "participants">,
  by: string,
  identity: string,
): Refusal | undefined {
  if (by === identity) return refuse("not_permitted", "you can't confirm yourself");
  if (confirmers(graph, identity).includes(by)) return refuse("conflict", "you have confirmed this user");
  if (!mayConfirmIndividual(graph, by, identity))
    return refuse(
      "not_permitted",
      "your access has the same origin as this user's, or an unknown one; a user of another origin can confirm them",
    );
  if (isNew(graph, by, { now, newAccessMs }))
    return refuse("not_permitted", "your access changed recently; you cannot confirm others yet");
  return undefined;
}
