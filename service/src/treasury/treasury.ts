import type { AddressId } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { type Asset, usd } from "../kernel/money.ts";
import type { LedgerAccount } from "../ledger/index.ts";

/** Whose treasury: each tenant has one in each network. */
export interface TreasuryScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

/** Where a treasury keeps tokens on one chain. */
export interface TreasuryPlace {
  readonly addressId: AddressId;
  readonly onChainAddress: string;
  /** The index of its key, of the duty `custody`. */
  readonly keyIndex: number;
}

/** @public Tokens of others that are there to be exchanged. */
export function treasuryTokens({
  addressId,
  chain,
  asset,
}: {
  readonly addressId: AddressId;
  readonly chain: ChainName;
  readonly asset: Asset;
}): LedgerAccount {
  return { kind: "treasury", owner: addressId, chain, asset };
}

/** Dollars that are there to buy tokens of others. They back nothing. */
export const treasuryDollars: LedgerAccount = { kind: "treasury", asset: usd };
