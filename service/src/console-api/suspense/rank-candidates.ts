import type { AccountId, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import type { Likeness, PaymentOwnerRef } from "../../payments/index.ts";

/** The data of a held payment that identifies its owner. */
export interface HeldMoney {
  readonly amountCents: bigint;
  readonly accountId: AccountId | undefined;
  readonly owner: PaymentOwnerRef | undefined;
  readonly senderName: string | undefined;
  readonly receivedAt: Instant;
}

/** A possible owner of a held payment. */
export interface Candidate {
  readonly owner: PaymentOwnerRef;
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  /** The names of its account. */
  readonly accountNames: readonly string[];
  readonly likeness: readonly Likeness[];
  /** The reference contains its id. */
  readonly isWritten: boolean;
  /** The only accepted amount; undefined for any. */
  readonly requestedCents: bigint | undefined;
  /** Why it accepts no payments now, regardless of the amount. */
  readonly closedBecause: string | undefined;
  readonly createdAt: Instant | undefined;
}

/** Reasons for a candidate. */
export type Sign = Likeness | "written_id" | "amount" | "sender" | "account" | "owner" | "time";

export interface RankedCandidate extends Candidate {
  readonly signs: readonly Sign[];
  readonly score: number;
  /** Why it would reject the payment. */
  readonly obstacle: string | undefined;
}

/** Explicit references weigh more than coincidences. */
const weights: Readonly<Record<Sign, number>> = {
  written_id: 60,
  memo: 50,
  number: 50,
  written_number: 45,
  near_number: 40,
  near_memo: 40,
  amount: 25,
  owner: 20,
  sender: 20,
  account: 10,
  time: 5,
};

/** The candidate with the strongest signs first, even if it would reject the payment. */
export function rankCandidates<Some extends Candidate>(
  held: HeldMoney,
  candidates: readonly Some[],
): readonly (Some & RankedCandidate)[] {
  return candidates.map((candidate) => evaluate(held, candidate)).sort(byLikelihood);
}

function evaluate<Some extends Candidate>(held: HeldMoney, candidate: Some): Some & RankedCandidate {
  const signs = signsOf(held, candidate);
  const score = signs.reduce((total, sign) => total + weights[sign], 0);
  return { ...candidate, signs, score, obstacle: obstacleOf(held, candidate) };
}

const latelyMs = 14 * 86_400_000;

function signsOf(held: HeldMoney, candidate: Candidate): readonly Sign[] {
  const { owner, accountId, requestedCents, createdAt } = candidate;
  const age = createdAt === undefined ? -1 : held.receivedAt - createdAt;
  const fitting: readonly (readonly [Sign, boolean])[] = [
    ["written_id", candidate.isWritten],
    ["amount", requestedCents === held.amountCents],
    ["owner", held.owner?.name === owner.name && held.owner.subject === owner.subject],
    ["sender", isNamedLike(held.senderName, candidate.accountNames)],
    ["account", held.accountId === accountId],
    ["time", age >= 0 && age <= latelyMs],
  ];
  return [...candidate.likeness, ...fitting.filter(([, fits]) => fits).map(([sign]) => sign)];
}

function obstacleOf(
  { amountCents }: HeldMoney,
  { requestedCents, closedBecause }: Candidate,
): string | undefined {
  if (closedBecause !== undefined) return closedBecause;
  if (requestedCents === undefined || requestedCents === amountCents) return undefined;
  return `Amount mismatch: expects ${formatAmount({ units: requestedCents, asset: usd })} USD.`;
}

function byLikelihood(left: RankedCandidate, right: RankedCandidate): number {
  if (left.score !== right.score) return right.score - left.score;
  const isLeftClosed = left.obstacle !== undefined;
  if (isLeftClosed !== (right.obstacle !== undefined)) return isLeftClosed ? 1 : -1;
  if (left.createdAt !== right.createdAt) return (right.createdAt ?? 0) - (left.createdAt ?? 0);
  return left.owner.subject < right.owner.subject ? -1 : 1;
}

const legalForms = new Set([
  "llc",
  "inc",
  "corp",
  "co",
  "ltd",
  "lp",
  "llp",
  "company",
  "corporation",
  "limited",
]);

/** Banks use upper case, abbreviate and drop legal forms. */
function isNamedLike(senderName: string | undefined, accountNames: readonly string[]): boolean {
  const sender = plainName(senderName ?? "");
  return sender !== "" && accountNames.some((name) => plainName(name) === sender);
}

function plainName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, "")
    .split(/\s+/)
    .filter((word) => word !== "" && !legalForms.has(word))
    .join(" ");
}
