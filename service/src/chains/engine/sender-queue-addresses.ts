import type { Chain } from "../chain.ts";
import { type KeyRef, keyName, type Signer } from "../signer.ts";

/** Caches the address of each sending key. */
export interface SenderQueueAddresses {
  of(key: KeyRef): Promise<string>;
}

export function createSenderQueueAddresses(chain: Chain, signer: Signer): SenderQueueAddresses {
  const known = new Map<string, string>();
  return {
    of: async (key) => {
      const name = keyName(key);
      const address = known.get(name) ?? chain.addressOf(await signer.publicKey(key));
      known.set(name, address);
      return address;
    },
  };
}
