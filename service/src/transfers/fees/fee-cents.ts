import type { AccountId, Network } from "../../kernel/id.ts";
import { multiplyByRatio, usd } from "../../kernel/money.ts";
import { type FeePrice, type FeeSchedule, mostBasisPoints, type TransferFee } from "./transfer-fee.ts";

/** A transfer whose fee is asked for. */
export interface FeeQuestion {
  /** Only the flows of `feeFlows` ever cost something. */
  readonly flow: string;
  readonly network: Network;
  readonly accountId: AccountId;
  /** Of the source and of the destination, in this order. */
  readonly transferTypes: readonly string[];
  readonly cents: bigint;
}

/** What a transfer costs. It may be as much as the amount or more; then it is for the caller to refuse. */
export function feeCents(schedule: FeeSchedule, question: FeeQuestion): bigint {
  const fee = feeFor(schedule, question);
  return fee === undefined ? 0n : costOf(fee, question.cents);
}

/**
 * The row that fits best: one of the account before one of the tenant, and among these one of the source's way, then one of
 * the destination's, then one for any. No two rows are the same in all of that.
 */
export function feeFor(schedule: FeeSchedule, question: Omit<FeeQuestion, "cents">): TransferFee | undefined {
  const { flow, network, accountId, transferTypes } = question;
  const fitting = schedule.filter((fee) => fee.flow === flow && fee.network === network);
  for (const account of [accountId, undefined]) {
    for (const transferType of [...transferTypes, undefined]) {
      const fee = fitting.find((each) => each.accountId === account && each.transferType === transferType);
      if (fee !== undefined) return fee;
    }
  }
  return undefined;
}

function costOf({ flatCents, basisPoints, minimumCents, maximumCents }: FeePrice, cents: bigint): bigint {
  const share = multiplyByRatio(
    { units: cents, asset: usd },
    { numerator: BigInt(basisPoints), denominator: BigInt(mostBasisPoints), rounding: "half_even" },
  ).units;
  const cost = flatCents + share;
  if (cost < minimumCents) return minimumCents;
  return maximumCents !== undefined && cost > maximumCents ? maximumCents : cost;
}
