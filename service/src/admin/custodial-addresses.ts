import type { CompletionHook } from "../accounts/index.ts";
import { createCustodialAddresses } from "../addresses/index.ts";
import { createWallets } from "../chains/custody/create-wallets.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import { type Network, networks } from "../kernel/id.ts";
import { openSeeds } from "../startup/open-seeds.ts";
import { custodyFrom } from "./custody.ts";
import type { AdminContext } from "./open-admin.ts";

/** Runs the service's completion hook for accounts that an operator completes; see `app/token-module.ts`. */
export async function custodialAddressesHook(admin: AdminContext): Promise<CompletionHook> {
  const { clock, newId, config } = admin;
  const hooks = new Map<Network, CompletionHook>();
  for (const [network, wallets] of await openWallets(admin)) {
    hooks.set(network, createCustodialAddresses({ clock, newId, wallets, chains: config.chains }));
  }
  return async (tx, account) => hooks.get(account.network)?.(tx, account);
}

/** Custody for each network that has keys. */
export async function openWallets(admin: AdminContext): Promise<ReadonlyMap<Network, Wallets>> {
  const { config, database, clock, newId, cause } = admin;
  const keyRing = await admin.loadKeyRing();
  const seeds = await openSeeds({ config, database, keyRing, clock, newId }, cause);
  const wallets = new Map<Network, Wallets>();
  for (const network of networks) {
    const seed = seeds[network];
    if (seed === undefined) continue;
    wallets.set(network, createWallets(await custodyFrom(seed)));
    seed.fill(0);
  }
  return wallets;
}
