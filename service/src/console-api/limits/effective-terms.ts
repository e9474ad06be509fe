import type { AccountId, Network } from "../../kernel/id.ts";
import { isBankRail, mostCentsBy } from "../../rails/rail.ts";
import {
  type FeeFlow,
  feeFlows,
  feeFor,
  isLimitedBy,
  leftOfLimit,
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
  /** The remaining amount of the tightest limit of 30 days. */
  readonly leftThirtyDaysCents: bigint | undefined;
  readonly limits: readonly UsedLimit[];
  readonly fees: readonly { readonly flow: FeeFlow; readonly fee: TransferFee | undefined }[];
}

export interface TermsQuestion {
  readonly network: Network;
  readonly accountId: AccountId;
  readonly ways: readonly string[];
}

/**
 * Pure: computes which limits and fees of a tenant apply to transfers of an account, per transfer type. Limits of one
 * asset or destination are left out.
 */
export function effectiveTerms(
  limits: readonly UsedLimit[],
  fees: readonly TransferFee[],
  { network, accountId, ways }: TermsQuestion,
): readonly WayTerms[] {
  return ways.map((transferType) => {
    const transferTypes = [transferType];
    const facts = { network, accountId, operation: "transfer", transferTypes, ...anyAsset } as const;
    const holding = limits.filter((limit) => isLimitedBy(facts, limit));
    const most = holding.flatMap(({ perTransferCents, dailyCents, thirtyDayCents }) => [
      perTransferCents,
      dailyCents,
      thirtyDayCents,
    ]);
    const leftToday = holding.map(({ dailyCents, used }) => leftOf(dailyCents, used.todayCents));
    const leftThirtyDays = holding.map(({ thirtyDayCents, used }) =>
      leftOf(thirtyDayCents, used.thirtyDayCents),
    );
    return {
      transferType,
      mostCents: smallest([...most, isBankRail(transferType) ? mostCentsBy(transferType) : undefined]),
      leftTodayCents: smallest(leftToday),
      leftThirtyDaysCents: smallest(leftThirtyDays),
      limits: holding,
      fees: feeFlows.map((flow) => ({
        flow,
        fee: feeFor(fees, { flow, network, accountId, transferTypes }),
      })),
    };
  });
}

const anyAsset = { assets: [], destination: undefined } as const;

function smallest(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  return amounts.reduce(
    (least, amount) => (amount === undefined || (least !== undefined && least <= amount) ? least : amount),
    undefined,
  );
}

function leftOf(limitCents: bigint | undefined, usedCents: bigint): bigint | undefined {
  return limitCents === undefined ? undefined : leftOfLimit(limitCents, usedCents);
}
