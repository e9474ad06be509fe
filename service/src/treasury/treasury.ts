import type { AddressId } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { type Asset, usd } from "../kernel/money.ts";
import type { LedgerAccount } from "../ledger/index.ts";

/** Each tenant has one treasury per network. */
export interface TreasuryScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

/** Location of a treasury's tokens on one chain. */
export interface TreasuryPlace {
  readonly addressId: AddressId;
  readonly address: string;
  /** Key index, under the key role `custody`. */
  readonly keyIndex: number;
}

/** Third-party tokens held for exchange. */
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

/** Dollars held to buy third-party tokens. They are not a reserve of any token. */
export const treasuryDollars: LedgerAccount = { kind: "treasury", asset: usd };

/** Fees that the operator earned. */
export const earnedFees: LedgerAccount = { kind: "fees", asset: usd };
