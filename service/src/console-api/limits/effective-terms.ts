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

/** What holds for a transfer of an account by one way. */
export interface WayTerms {
  readonly transferType: string;
  /** The smallest of all that say how much one transfer may move, that of the rail included. */
  readonly mostCents: bigint | undefined;
  /** What is left of the day, by the limit of which least is left. */
  readonly leftTodayCents: bigint | undefined;
  readonly limits: readonly UsedLimit[];
  readonly fees: readonly { readonly flow: FeeFlow; readonly fee: TransferFee | undefined }[];
}

export interface TermsQuestion {
  readonly network: Network;
  readonly accountId: AccountId;
  readonly ways: readonly string[];
}

/** Pure: which of the limits and prices of a tenant hold for an account, way by way. */
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

/** A limit may have been lowered below what was moved already. */
function atLeastNothing(cents: bigint): bigint {
  return cents > 0n ? cents : 0n;
}
