import type { CompletionHook } from "../accounts/index.ts";
import { type ChainFamily, type ChainName, labelOf } from "../chains/chain-name.ts";
import { chainFamilies } from "../chains/known-chains.ts";
import { lockName } from "../db/lock-name.ts";
import { systemCause } from "../kernel/cause.ts";
import { addCustodialAddress, type CustodialDeps } from "./custodial-address.ts";
import { chainsOf } from "./read-transfer-types.ts";
import { selectCustodialFamilies } from "./store.ts";

const cause = systemCause("addresses.create_custodial");

/** All transactions allocate keys in this order, to prevent deadlocks. */
export const familiesInOrder: readonly ChainFamily[] = chainFamilies;

/**
 * Gives a complete account one custodial address per family that it has none of. A managing account is in both
 * networks, so this runs for each.
 */
export function createCustodialAddresses(deps: CustodialDeps): CompletionHook {
  return async (tx, { tenantId, network, accountId }) => {
    const scope = { tenantId, network, accountId };
    // An account gets only one per family.
    await lockName(tx, `addresses/custodial/${tenantId}/${accountId}/${network}`);
    const present = await selectCustodialFamilies(tx, scope);
    for (const family of familiesInOrder) {
      if (present.includes(family)) continue;
      const chains = chainsOf(deps.chains.names, family);
      await addCustodialAddress(deps, tx, { scope, cause, name: nameOf(chains), family, chains });
    }
  };
}

/** "Ethereum and Base", "Ethereum, Base and Polygon". */
function nameOf(chains: readonly ChainName[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(chains.map(labelOf));
}
