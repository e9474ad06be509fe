import { findAddresses } from "../addresses/index.ts";
import { type Chain, ChainUnavailableError } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Database } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { type Network, tenantOf } from "../kernel/id.ts";
import { type Refusal, unprocessable } from "../kernel/refusal.ts";
import { contractOn, findTokensInAnyCase } from "../tokens/index.ts";
import type { RequestedEnd, RequestedSupply } from "./transfer-request.ts";

export interface RequireMemoDeps {
  readonly database: Database;
  readonly chains: {
    get(network: Network, chain: ChainName): Pick<Chain, "requiresMemo">;
  };
}

/**
 * Queries the chain whether a destination without a memo requires one. While the chain is unavailable nothing is refused:
 * the engine queries it again, until there is a response, before it signs.
 */
export async function refuseMissingMemo(
  { database, chains }: RequireMemoDeps,
  principal: Principal,
  destination: RequestedEnd | RequestedSupply,
): Promise<Refusal | undefined> {
  if (destination.medium !== "chain" || destination.memo !== undefined) return undefined;
  const chain = chains.get(principal.network, destination.chain);
  if (chain.requiresMemo === undefined) return undefined;
  const [address] = await findAddresses(database, principal, [destination.addressId]);
  // Everything else about the address is decided with the transfer.
  if (address === undefined || address.medium === "bank" || address.kind === "internal") return undefined;
  if (address.muxedAddress !== undefined || !isVisible(principal, address)) return undefined;
  const tokens = await findTokensInAnyCase(database, principal, [destination.valueType]);
  const token = tokens.get(destination.valueType);
  const contract = token === undefined ? undefined : contractOn(token, destination.chain);
  if (contract === undefined) return undefined;
  try {
    return (await chain.requiresMemo(contract, address.onChainAddress))
      ? unprocessable("/destination/memo", "is required by this address")
      : undefined;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined;
    throw error;
  }
}

function isVisible({ accountId, tenantId }: Principal, address: { readonly accountId: string }): boolean {
  return address.accountId === accountId || tenantOf(accountId) === tenantId;
}
