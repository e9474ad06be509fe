import type { Chain } from "../chain.ts";
import { type KeyRef, keyName, type Signer } from "../signer.ts";

/** The address of each key that sends, remembered. */
export interface LaneAddresses {
  of(key: KeyRef): Promise<string>;
}

export function createLaneAddresses(chain: Chain, signer: Signer): LaneAddresses {
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
