/**
 * What a key is for. Duties are apart, so that who steals one key cannot do what another is for: `deployer` creates
 * tokens and administers them, `minter` mints and burns, `freezer` freezes, `gas` pays fees and relays, `channel` lends
 * its sequence numbers (Stellar), `issuer` is the account that a Stellar asset is named after and the address of a
 * Solana mint, `custody` holds tokens of customers, and `outsider` issues test tokens of somebody else on local chains.
 */
export const keyDuties = [
  "custody",
  "deployer",
  "minter",
  "freezer",
  "gas",
  "channel",
  "issuer",
  "outsider",
] as const;
export type KeyDuty = (typeof keyDuties)[number];

/** Names a key without holding it. */
export interface KeyRef {
  readonly duty: KeyDuty;
  readonly index: number;
}

/**
 * Signs with keys that it never shows; one signer per network and family. secp256k1 signs a digest of 32 bytes and
 * answers 65: r, s and the recovery bit (0 or 1). ed25519 signs the message itself and answers 64.
 */
export interface Signer {
  /** secp256k1: 65 bytes, uncompressed. ed25519: 32 bytes. */
  publicKey(key: KeyRef): Promise<Uint8Array>;
  sign(key: KeyRef, payload: Uint8Array): Promise<Uint8Array>;
}

/** A key in one word, such as `gas/0`. */
export function keyName({ duty, index }: KeyRef): string {
  return `${duty}/${index}`;
}
