import type { CompletionHook } from "../accounts/index.ts";
import { createCustodialAddresses } from "../addresses/index.ts";
import { openSeeds } from "../app/open-seeds.ts";
import { createWallets } from "../chains/custody/create-wallets.ts";
import { networks } from "../kernel/id.ts";
import { custodyFrom } from "./custody.ts";
import type { AdminContext } from "./open-admin.ts";

/** What the service does when an account is complete, for those that an operator completes: see `app/token-module.ts`. */
export async function custodialAddressesHook(admin: AdminContext): Promise<CompletionHook> {
  const { config, database, clock, newId, cause } = admin;
  const keyRing = await admin.loadKeyRing();
  const seeds = await openSeeds({ config, database, keyRing, clock, newId }, cause);
  const custodies = { testnet: await custodyFrom(seeds.testnet), mainnet: await custodyFrom(seeds.mainnet) };
  for (const network of networks) seeds[network].fill(0);
  const wallets = createWallets({
    signerOf: (place) => custodies[place.network].signerOf(place),
    addressOf: custodies.testnet.addressOf,
  });
  return createCustodialAddresses({ clock, newId, wallets });
}
