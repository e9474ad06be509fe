/**
 * Key roles. Roles are separate, so that a stolen key cannot do what another role can: `deployer` creates and
 * administers tokens, `minter` mints and burns, `freezer` freezes, `gas` pays fees and relays, `channel` provides
 * sequence numbers (Stellar), `issuer` is the account that names a Stellar asset and the address of a Solana mint,
 * `custody` holds customers' tokens, and `external_issuer` issues third-party test tokens on local chains.
 */
export const keyRoles = [
  "custody",
  "deployer",
  "minter",
  "freezer",
  "gas",
  "channel",
  "issuer",
  "external_issuer",
] as const;
export type KeyRole = (typeof keyRoles)[number];

/** Identifies a key without holding it. */
export interface KeyRef {
  readonly role: KeyRole;
  readonly index: number;
}

/**
 * Signs with keys that it never exposes; one signer per network and family. secp256k1 signs a 32-byte digest and
 * returns 65 bytes: r, s and the recovery bit (0 or 1). ed25519 signs the message itself and returns 64 bytes.
 */
export interface Signer {
  /** secp256k1: 65 bytes, uncompressed. ed25519: 32 bytes. */
  publicKey(key: KeyRef): Promise<Uint8Array>;
  sign(key: KeyRef, payload: Uint8Array): Promise<Uint8Array>;
}

/** Display name of a key, such as `gas/0`. */
export function keyName({ role, index }: KeyRef): string {
  return `${role}/${index}`;
}
