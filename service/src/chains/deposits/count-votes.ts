import { type Chain, ChainDisagreementError, ChainUnavailableError, type Position } from "../chain.ts";
import type { UnconfirmedDeposit } from "./quorum-store.ts";

/** One RPC node of a chain, queried alone. */
export interface Witness {
  /** Index in the list of nodes. */
  readonly node: number;
  readonly host: string;
  readonly chain: Pick<Chain, "scan">;
}

/** `denies`: the block is final at the node and does not contain this transfer. `differs`: another history. */
export type Vote = "confirms" | "denies" | "differs" | "abstains";

export interface Outcome {
  readonly deposit: UnconfirmedDeposit;
  readonly decision: "confirmed" | "denied" | "undecided";
  /** Nodes that contradict the decision; without a decision, those that differ from another. */
  readonly disagreeing: readonly Witness[];
}

/** A node that limits log requests to few blocks needs several scans to reach a deposit. */
const maxScans = 20;

/** Queries every node for each deposit. The majority of all configured nodes decides, not only of those that respond. */
export async function countVotes(
  witnesses: readonly Witness[],
  deposits: readonly UnconfirmedDeposit[],
): Promise<readonly Outcome[]> {
  const positions = new Set(deposits.map(({ scannedFrom }) => scannedFrom.height));
  const outcomes: Outcome[] = [];
  for (const height of positions) {
    const group = deposits.filter(({ scannedFrom }) => scannedFrom.height === height);
    const votes = await Promise.all(witnesses.map(({ chain }) => votesOf(chain, group)));
    group.forEach((deposit, index) => {
      const ofDeposit = votes.map((ofNode) => ofNode[index] ?? "abstains");
      outcomes.push({ deposit, ...decide(witnesses, ofDeposit) });
    });
  }
  return outcomes;
}

/** Pure: exported for its test. */
export function decide(
  witnesses: readonly Witness[],
  votes: readonly Vote[],
): Pick<Outcome, "decision" | "disagreeing"> {
  const majority = Math.floor(witnesses.length / 2) + 1;
  const having = (...kinds: readonly Vote[]) =>
    witnesses.filter((_, index) => kinds.includes(votes[index] ?? "abstains"));
  const [confirming, denying] = [having("confirms"), having("denies")];
  if (confirming.length >= majority)
    return { decision: "confirmed", disagreeing: having("denies", "differs") };
  if (denying.length >= majority) return { decision: "denied", disagreeing: confirming };
  const isDisputed = confirming.length > 0 && denying.length > 0;
  return {
    decision: "undecided",
    disagreeing: isDisputed ? having("confirms", "denies", "differs") : having("differs"),
  };
}

/** The node's votes in the order of the deposits, which were found after one scan position. */
async function votesOf(
  chain: Pick<Chain, "scan">,
  deposits: readonly UnconfirmedDeposit[],
): Promise<readonly Vote[]> {
  const votes = new Map<UnconfirmedDeposit, Vote>();
  let after: Position | undefined = deposits[0]?.scannedFrom;
  const contracts = [...new Set(deposits.map(({ contract }) => contract))];
  const holders = [...new Set(deposits.map(({ to }) => to))];
  try {
    for (let scans = 0; scans < maxScans && votes.size < deposits.length; scans += 1) {
      const scan = await chain.scan({ after, contracts, holders });
      for (const deposit of deposits) {
        if (votes.has(deposit) || deposit.height > scan.final.height) continue;
        const isThere = scan.transfers.some((transfer) => isSame(deposit, transfer));
        votes.set(deposit, isThere ? "confirms" : "denies");
      }
      if (scan.final.height <= (after?.height ?? 0n)) break;
      after = scan.final;
    }
  } catch (error) {
    const isOtherHistory = error instanceof ChainDisagreementError;
    if (!isOtherHistory && !(error instanceof ChainUnavailableError)) throw error;
    return deposits.map((deposit) => votes.get(deposit) ?? (isOtherHistory ? "differs" : "abstains"));
  }
  return deposits.map((deposit) => votes.get(deposit) ?? "abstains");
}

const comparedFields = [
  "transactionId",
  "index",
  "contract",
  "from",
  "to",
  "units",
  "height",
  "blockHash",
] as const;

function isSame(
  deposit: UnconfirmedDeposit,
  transfer: Partial<Record<(typeof comparedFields)[number], unknown>>,
): boolean {
  return comparedFields.every((field) => deposit[field] === transfer[field]);
}
