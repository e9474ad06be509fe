/** The part of `CryptoKey` that is the same in the types of every runtime. */
export interface CryptoKeyLike {
  readonly type: string;
  readonly algorithm: { readonly name: string };
}

/** A private key for EdDSA (Ed25519), ES256, PS256 or RS256. A JWK of an RSA key needs its `alg`. */
export type PrivateKey = CryptoKeyLike | JsonWebKeyLike;

/** A pair of keys, of which the private one need not be extractable, or the JWK of a private key. */
export type ProofKey = KeyPair | JsonWebKeyLike;

export interface KeyPair {
  readonly privateKey: CryptoKeyLike;
  readonly publicKey: CryptoKeyLike;
}

export interface JsonWebKeyLike {
  readonly kty: string;
  readonly crv?: string;
  readonly alg?: string;
  readonly [member: string]: unknown;
}
