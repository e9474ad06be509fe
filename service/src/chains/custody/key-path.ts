import { assert } from "../../kernel/assert.ts";
import type { ChainFamily } from "../chain-name.ts";
import type { KeyDuty } from "../signer.ts";

/** The number of each duty in the paths of its keys. It never changes: with another number every key is another key. */
const dutyNumbers: Readonly<Record<KeyDuty, number>> = {
  custody: 0,
  deployer: 1,
  minter: 2,
  freezer: 3,
  gas: 4,
  channel: 5,
  issuer: 6,
  outsider: 7,
};

const maxIndex = 2 ** 31 - 1;

/**
 * Where the keys of a duty hang in the tree, by BIP-44 with the duty as the account: SLIP-44 numbers the coins. Behind
 * it comes the index of the key, hardened for ed25519 (SLIP-10 knows nothing else) and not for secp256k1.
 */
export function branchPath(family: ChainFamily, duty: KeyDuty): string {
  const account = `${dutyNumbers[duty]}'`;
  switch (family) {
    case "evm":
      return `m/44'/60'/${account}/0`;
    case "solana":
      return `m/44'/501'/${account}`;
    case "stellar":
      return `m/44'/148'/${account}`;
  }
}

export function checkIndex(index: number): void {
  assert(Number.isInteger(index) && index >= 0 && index <= maxIndex, `${index} is no index of a key`);
}
