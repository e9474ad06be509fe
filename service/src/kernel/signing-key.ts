export type SigningCurve = "secp256k1" | "ed25519";

/** A private key that stays where it is, such as in a hardware security module or a cloud KMS. */
export interface SigningKey {
  /** secp256k1: 65 bytes, uncompressed. ed25519: 32 bytes. */
  publicKey(): Promise<Uint8Array>;
  /** 64 bytes. secp256k1 signs a 32-byte digest and returns r and s; ed25519 signs the message itself. */
  sign(payload: Uint8Array): Promise<Uint8Array>;
}
