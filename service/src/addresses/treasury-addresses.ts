import type { Transaction } from "../db/database.ts";
import { lockName } from "../db/lock-name.ts";
import type { Cause } from "../kernel/cause.ts";
import type { AccountId } from "../kernel/id.ts";
import { familiesInOrder } from "./create-custodial-addresses.ts";
import { addCustodialAddress, type CustodialDeps } from "./custodial-address.ts";
import { chainsOf } from "./read-transfer-types.ts";
import { type AddressScope, selectTreasuryAddresses, type TreasuryAddress } from "./store.ts";

export interface TreasuryAddressInput extends AddressScope {
  /** The managing account that owns them. */
  readonly accountId: AccountId;
  readonly cause: Cause;
}

/** Ensures that a tenant's treasury has one address per family, and returns them. */
export async function ensureTreasuryAddresses(
  deps: CustodialDeps,
  tx: Transaction,
  input: TreasuryAddressInput,
): Promise<readonly TreasuryAddress[]> {
  const { accountId, cause, tenantId, network } = input;
  const known = await selectTreasuryAddresses(tx, input);
  if (known.length === familiesInOrder.length) return known;
  await lockName(tx, `addresses/treasury/${tenantId}/${network}`);
  const present = await selectTreasuryAddresses(tx, input);
  const addresses = [...present];
  for (const family of familiesInOrder) {
    if (present.some((each) => each.family === family)) continue;
    const added = await addCustodialAddress(deps, tx, {
      scope: { tenantId, network, accountId },
      cause,
      name: "Treasury",
      family,
      chains: chainsOf(deps.chains.names, family),
      purpose: "treasury",
    });
    const { id, onChainAddress, keyIndex } = added;
    addresses.push({ id, family, onChainAddress, keyIndex });
  }
  return addresses;
}
