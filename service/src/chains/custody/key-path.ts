import { assert } from "../../kernel/assert.ts";
import type { ChainFamily } from "../chain-name.ts";
import type { KeyRole } from "../signer.ts";

/** The number of each key role in derivation paths. It never changes: another number would give other keys. */
const roleNumbers: Readonly<Record<KeyRole, number>> = {
  custody: 0,
  deployer: 1,
  minter: 2,
  freezer: 3,
  gas: 4,
  channel: 5,
  issuer: 6,
  external_issuer: 7,
};

const maxIndex = 2 ** 31 - 1;

/**
 * Path of a key role's keys, by BIP-44 with the role as the account and SLIP-44 coin types. The key index follows,
 * hardened for ed25519 (the only option in SLIP-10) and not hardened for secp256k1.
 */
export function branchPath(family: ChainFamily, role: KeyRole): string {
  const account = `${roleNumbers[role]}'`;
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
  assert(Number.isInteger(index) && index >= 0 && index <= maxIndex, `${index} is not a valid key index`);
}
