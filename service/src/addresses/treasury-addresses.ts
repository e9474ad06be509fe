import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { AccountId } from "../kernel/id.ts";
import { familiesInOrder } from "./create-custodial-addresses.ts";
import { addCustodialAddress, type CustodialDeps } from "./custodial-address.ts";
import { lockTreasuryAddresses, selectTreasuryAddresses, type TreasuryAddress } from "./purpose-store.ts";
import { chainsOf } from "./read-transfer-types.ts";
import type { AddressScope } from "./store.ts";

export interface TreasuryAddressWish extends AddressScope {
  /** The managing account, in whose name they stand. */
  readonly accountId: AccountId;
  readonly cause: Cause;
}

/** Sees to it that the treasury of a tenant has one address of each family; answers them. */
export async function ensureTreasuryAddresses(
  deps: CustodialDeps,
  tx: Transaction,
  wish: TreasuryAddressWish,
): Promise<readonly TreasuryAddress[]> {
  const { accountId, cause, tenantId, network } = wish;
  const known = await selectTreasuryAddresses(tx, wish);
  if (known.length === familiesInOrder.length) return known;
  await lockTreasuryAddresses(tx, wish);
  const present = await selectTreasuryAddresses(tx, wish);
  const addresses = [...present];
  for (const family of familiesInOrder) {
    if (present.some((each) => each.family === family)) continue;
    const added = await addCustodialAddress(deps, tx, {
      scope: { tenantId, network, accountId },
      cause,
      name: "Treasury",
      family,
      chains: chainsOf(family),
      purpose: "treasury",
    });
    const { id, onChainAddress, keyIndex } = added;
    addresses.push({ id, family, onChainAddress, keyIndex });
  }
  return addresses;
}
