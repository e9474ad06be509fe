import type { RowOf } from "../../db/table.ts";
import type { AccountId, Id, Network } from "../../kernel/id.ts";
import { multiplyByRatio, usd } from "../../kernel/money.ts";
import type { transferFees } from "../tables.ts";

export type FeeId = Id<"transfer-fee">;

/** Flows that can have a fee. */
export const feeFlows = ["onramp", "offramp", "swap"] as const;
export type FeeFlow = (typeof feeFlows)[number];

export type TransferFee = RowOf<typeof transferFees>;

/** A flat amount plus a share of the amount, within bounds. */
export type FeePrice = Pick<TransferFee, "flatCents" | "basisPoints" | "minimumCents" | "maximumCents">;

/** All fees of a tenant. */
export type FeeSchedule = readonly TransferFee[];

export const mostBasisPoints = 10_000;

/** A transfer to price. */
export interface FeeQuestion {
  /** Only the flows in `feeFlows` have fees. */
  readonly flow: string;
  readonly network: Network;
  readonly accountId: AccountId;
  /** Source first, then destination. */
  readonly transferTypes: readonly string[];
  readonly cents: bigint;
}

/** The fee of a transfer. It may reach or exceed the amount; the caller must refuse that. */
export function feeCents(schedule: FeeSchedule, question: FeeQuestion): bigint {
  const fee = feeFor(schedule, question);
  return fee === undefined ? 0n : costOf(fee, question.cents);
}

/**
 * The most specific fee: the account's before the tenant's; within these the source's transfer type, then the
 * destination's, then any. No two rows have the same specificity.
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

/** The percentage is rounded up to a cent, so that a payment in small parts is not cheaper than the whole. */
function costOf({ flatCents, basisPoints, minimumCents, maximumCents }: FeePrice, cents: bigint): bigint {
  const share = multiplyByRatio(
    { units: cents, asset: usd },
    { numerator: BigInt(basisPoints), denominator: BigInt(mostBasisPoints), rounding: "up" },
  ).units;
  const cost = flatCents + share;
  if (cost < minimumCents) return minimumCents;
  return maximumCents !== undefined && cost > maximumCents ? maximumCents : cost;
}
