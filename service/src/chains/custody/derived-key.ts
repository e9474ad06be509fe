/** A key that signs without exposing itself. */
export interface DerivedKey {
  readonly publicKey: Uint8Array;
  sign(payload: Uint8Array): Uint8Array;
  /** Wipes the private key; it cannot sign afterwards. */
  wipe(): void;
}

/** All keys of one key role, by index. */
export interface KeyBranch {
  key(index: number): DerivedKey;
}
