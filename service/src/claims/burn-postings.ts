import { type Asset, usd } from "../kernel/money.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import { owedByCustomer } from "../payments/index.ts";
import { tokenScale } from "../tokens/index.ts";
import type { Claim, Settlement } from "./claim.ts";

/** The tokens that an offset burns, as stored with it. */
export interface Burn {
  readonly addressId: string;
  readonly chain: string;
  readonly valueType: string;
  readonly tokenId: string;
  readonly units: string;
}

/** Holds the tokens until the burn is final. */
export function burnHold(settlement: Settlement, burn: Burn): Operation {
  return { type: "hold", key: holdKey(settlement), account: walletOf(burn), units: BigInt(burn.units) };
}

/** The tokens are gone, and the dollars of their reserve pay for the claim. */
export function burned({ accountId }: Claim, settlement: Settlement, burn: Burn): Operation {
  const { tokenId: owner, chain } = burn;
  const units = BigInt(burn.units);
  return {
    type: "post_hold",
    key: `claim/${settlement.claimId}/${settlement.id}`,
    holdKey: holdKey(settlement),
    postings: [
      { account: walletOf(burn), units: -units },
      { account: { kind: "supply", owner, chain, asset: assetOf(burn) }, units },
      { account: { kind: "reserve", owner, asset: usd }, units: -settlement.cents },
      { account: owedByCustomer(accountId), units: settlement.cents },
    ],
  };
}

export function notBurned(settlement: Settlement): Operation {
  const key = holdKey(settlement);
  return { type: "void_hold", key: `${key}/voided`, holdKey: key };
}

function holdKey({ claimId, id }: Settlement): string {
  return `claim/${claimId}/${id}/held`;
}

function walletOf(burn: Burn): LedgerAccount {
  return { kind: "wallet", owner: burn.addressId, chain: burn.chain, asset: assetOf(burn) };
}

function assetOf({ valueType }: Burn): Asset {
  return { code: valueType, scale: tokenScale };
}
