import type { ChainFamily } from "../chain-name.ts";
import type { Signer } from "../signer.ts";
import { insertWallet, lockCounters, selectWalletPage, selectWallets, takeNextIndex } from "./store.ts";
import type { WalletPlace, Wallets } from "./wallets.ts";

export interface WalletDeps {
  readonly signerOf: (place: WalletPlace) => Signer;
  /** The address of a public key in the format of the chain family. */
  readonly addressOf: (family: ChainFamily, publicKey: Uint8Array) => string;
}

const maxAddressesPerQuery = 1_000;

export function createWallets({ signerOf, addressOf }: WalletDeps): Wallets {
  return {
    create: async (tx, wallet) => {
      await lockCounters(tx, wallet);
      const keyIndex = await takeNextIndex(tx, wallet);
      const publicKey = await signerOf(wallet).publicKey({ role: "custody", index: keyIndex });
      const { network, family, tenantId, addressId } = wallet;
      const address = addressOf(family, publicKey);
      const created = { network, family, tenantId, addressId, keyIndex, address };
      await insertWallet(tx, created);
      return created;
    },
    find: async (session, place, addresses) => {
      const found = [];
      for (let start = 0; start < addresses.length; start += maxAddressesPerQuery) {
        const chunk = addresses.slice(start, start + maxAddressesPerQuery);
        found.push(...(await selectWallets(session, place, chunk)));
      }
      return found;
    },
    page: (session, place, { afterIndex, limit }) =>
      selectWalletPage(session, { ...place, keyIndex: afterIndex, limit }),
  };
}
