import type { AccountId, Network } from "../../kernel/id.ts";
import { isBankRail } from "../../rails/rail.ts";
import { mostCentsBy } from "../../rails/rail-limit.ts";
import {
  type FeeFlow,
  feeFlows,
  feeFor,
  isLimitedBy,
  type TransferFee,
  type UsedLimit,
} from "../../transfers/index.ts";

/** Effective terms of an account for one transfer type. */
export interface WayTerms {
  readonly transferType: string;
  /** The smallest per-transfer limit, including that of the rail. */
  readonly mostCents: bigint | undefined;
  /** The remaining amount of the tightest daily limit. */
  readonly leftTodayCents: bigint | undefined;
  readonly limits: readonly UsedLimit[];
  readonly fees: readonly { readonly flow: FeeFlow; readonly fee: TransferFee | undefined }[];
}

export interface TermsQuestion {
  readonly network: Network;
  readonly accountId: AccountId;
  readonly ways: readonly string[];
}

/** Pure: computes which limits and fees of a tenant apply to an account, per transfer type. */
export function effectiveTerms(
  limits: readonly UsedLimit[],
  fees: readonly TransferFee[],
  { network, accountId, ways }: TermsQuestion,
): readonly WayTerms[] {
  return ways.map((transferType) => {
    const transferTypes = [transferType];
    const holding = limits.filter((limit) => isLimitedBy({ network, accountId, transferTypes }, limit));
    const most = holding.flatMap(({ perTransferCents, dailyCents }) => [perTransferCents, dailyCents]);
    const left = holding.map(({ dailyCents, usedCents }) =>
      dailyCents === undefined ? undefined : atLeastNothing(dailyCents - (usedCents ?? 0n)),
    );
    return {
      transferType,
      mostCents: smallest([...most, isBankRail(transferType) ? mostCentsBy(transferType) : undefined]),
      leftTodayCents: smallest(left),
      limits: holding,
      fees: feeFlows.map((flow) => ({
        flow,
        fee: feeFor(fees, { flow, network, accountId, transferTypes }),
      })),
    };
  });
}

function smallest(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  return amounts.reduce(
    (least, amount) => (amount === undefined || (least !== undefined && least <= amount) ? least : amount),
    undefined,
  );
}

/** A limit may have been lowered below the amount already used. */
function atLeastNothing(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}
