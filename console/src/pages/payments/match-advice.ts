import { sumDecimals } from "../../kit/decimals.ts";
import { moneyWords } from "../../kit/money-words.ts";
import { shortId } from "../../kit/short-id.ts";
import type { HeldPayment, MatchCandidate } from "./held-payment.ts";
import { graveReasons } from "./payment-words.ts";

type Sign = MatchCandidate["reasons"][number]["sign"];

/** What is said above the candidates while none is selected in advance. */
export interface MatchAdvice {
  readonly title: string;
  readonly text: string;
  readonly isReturn: boolean;
}

/** The signs that point to one owner, strongest first, in a sentence. */
const pointing = {
  number: "Sent to the account number of",
  memo: "The reference contains the memo of",
  written_id: "The reference contains the ID of",
  written_number: "The reference contains the account number of",
  near_number: "Sent to an account number that differs by one typo from that of",
  near_memo: "The reference contains a memo that differs by one typo from that of",
  owner: "First routed to",
  amount: "The exact amount of",
} as const satisfies Partial<Record<Sign, string>>;

/** A return is recommended only if nothing points anywhere. The candidates are in the order of their signs. */
export function matchAdvice(
  payment: HeldPayment,
  candidates: readonly MatchCandidate[],
): MatchAdvice | undefined {
  const signed = candidates.filter(({ reasons }) => reasons.length > 0);
  const [first] = signed;
  if (first === undefined) return mayReturn(payment) ? returnAdvice : undefined;
  const strong = signed.filter((candidate) => signOf(candidate) !== undefined);
  if (strong.includes(first) && first.obstacle !== null) return obstructed(payment, first, first.obstacle);
  if (strong.length > 1)
    return {
      title: `${strong.length} possible recipients`,
      text: "The signs don't agree on one of them. Compare them before you match the payment.",
      isReturn: false,
    };
  return {
    title: "No strong match",
    text: "Each candidate shows what fits. Match the payment only if you know who it is for.",
    isReturn: false,
  };
}

/** A sender with a sanctions match gets nothing back before a compliance decision. */
function mayReturn({ hold, return_id: returnId }: HeldPayment): boolean {
  return hold !== null && returnId === null && hold.hits.length === 0 && !graveReasons.includes(hold.reason);
}

const returnAdvice: MatchAdvice = {
  title: "Recommended: return to sender",
  text: "Nothing points to a recipient: no account number, memo, reference, amount or account. Match the payment only if you know who it is for.",
  isReturn: true,
};

function obstructed(payment: HeldPayment, candidate: MatchCandidate, obstacle: string): MatchAdvice {
  const { amount, type, id } = candidate;
  const sign = signOf(candidate);
  const owner = `${type} ${shortId(id)}`;
  const difference = amount === null ? undefined : amountDifference(payment.amount, amount);
  const expectation =
    amount === null || difference === undefined
      ? ""
      : `, which expects ${moneyWords(amount.value, amount.currency)} (${difference})`;
  const sum = moneyWords(payment.amount.value, payment.amount.currency);
  const why =
    difference === undefined
      ? `It can't accept the payment. ${obstacle}`
      : "It accepts only its exact amount.";
  return {
    title: `${sign === undefined ? "For" : pointing[sign]} ${owner}${expectation}`,
    text: `${why} To keep the funds, the customer creates a transfer of ${sum}, and you match the payment to it. Otherwise return it to the sender.`,
    isReturn: false,
  };
}

const signOrder = Object.keys(pointing) as readonly (keyof typeof pointing)[];

function signOf({ reasons }: MatchCandidate): keyof typeof pointing | undefined {
  return signOrder.find((known) => reasons.some(({ sign }) => sign === known));
}

interface Sum {
  readonly value: string;
  readonly currency: string;
}

/** "$200.00 short"; undefined if the amounts are equal. */
export function amountDifference(received: Sum, expected: Sum): string | undefined {
  const missing = sumDecimals([expected.value, `-${received.value}`]);
  if (!/[1-9]/.test(missing)) return undefined;
  return missing.startsWith("-")
    ? `${moneyWords(missing.slice(1), expected.currency)} too much`
    : `${moneyWords(missing, expected.currency)} short`;
}
