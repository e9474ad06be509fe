import { createAutomation } from "../../src/automations/create-automation.ts";
import { familyOf } from "../../src/chains/chain-name.ts";
import { testCause } from "../auth.ts";
import { foreignToken, type Tenant } from "./found-tenants.ts";
import { type Business, businessChains } from "./open-business.ts";
import type { ProcessDeps } from "./process.ts";

/** For each customer: from dollars to tokens, from third-party tokens to dollars, and from those to tokens. */
export async function openAutomations(
  { database }: Business,
  deps: ProcessDeps,
  tenants: readonly Tenant[],
): Promise<void> {
  for (const { principal, accountId, wallets, banks } of tenants.flatMap(({ customers }) => customers)) {
    const [chain, otherChain] = businessChains;
    const wallet = wallets.get(familyOf(chain))?.id ?? "";
    const toTokens = { address_id: wallet, value_type: "FUSD", transfer_type: chain };
    const toDollars = { address_id: banks[0] ?? "", value_type: "USD", transfer_type: "ach_credit" } as const;
    const requests = [
      { source: { value_type: "USD" }, destination: toTokens },
      { source: { value_type: foreignToken, transfer_type: chain }, destination: toDollars },
      { source: { value_type: foreignToken, transfer_type: otherChain }, destination: toTokens },
    ];
    for (const request of requests) {
      const input = { principal, cause: testCause, accountId, request: { name: "Forward", ...request } };
      await database.transaction((tx) => createAutomation(deps, tx, input));
    }
  }
}
