import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import type { Withdrawal, WithdrawalLimits } from "../../treasury/index.ts";
import { type DefaultLimitsDeps, loadLimits } from "./default-limits.ts";
import type { LimitCandidate } from "./transfer-limit.ts";
import { countCandidates, releaseLimits } from "./usage.ts";

/** Limits of treasury withdrawals. They count for the managing account. */
export function withdrawalLimits(deps: DefaultLimitsDeps & { readonly clock: Clock }): WithdrawalLimits {
  return {
    count: async (tx, withdrawal) => {
      const { tenantId } = withdrawal;
      const limits = await loadLimits(deps, tx, tenantId);
      const candidates = [candidateOf(withdrawal)];
      const [refusal] = await countCandidates(tx, tenantId, limits, candidates, withdrawal.createdAt);
      return refusal;
    },
    release: async (tx, withdrawals) => {
      const [first] = withdrawals;
      if (first === undefined) return;
      const amounts = withdrawals.map((each) => ({ ...candidateOf(each), createdAt: each.createdAt }));
      await releaseLimits(deps, tx, first.tenantId, amounts);
    },
  };
}

function candidateOf(withdrawal: Withdrawal): LimitCandidate {
  const { tenantId, network, amountCents } = withdrawal;
  const accountId = parseId<"account">(tenantId);
  assert(accountId !== undefined, "the managing account has the id of the tenant");
  const isBank = withdrawal.medium === "bank";
  return {
    network,
    accountId,
    operation: "treasury_withdrawal",
    transferTypes: [isBank ? withdrawal.rail : withdrawal.chain],
    assets: [isBank ? usd.code : withdrawal.valueType],
    destination: isBank ? withdrawal.addressId : withdrawal.destination,
    cents: amountCents,
    pointer: "/amount",
  };
}
