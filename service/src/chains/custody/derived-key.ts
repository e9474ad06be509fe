/** A key that can sign and does not show itself. */
export interface DerivedKey {
  readonly publicKey: Uint8Array;
  sign(payload: Uint8Array): Uint8Array;
  /** Forgets the private half; it cannot sign afterwards. */
  wipe(): void;
}

/** All keys of one duty; knows its children by their index. */
export interface KeyBranch {
  key(index: number): DerivedKey;
}
