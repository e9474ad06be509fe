import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";

/**
 * Port for object storage outside the database. Bytes passed here are already sealed; adapters treat them as opaque.
 * Every failed call can be retried. A call with an unknown outcome fails.
 */
export interface DocumentStorage {
  /** Atomic: stores everything or nothing, replacing an existing object. If the source throws, nothing is stored. */
  put(key: string, bytes: ByteStream): Promise<void>;
  /** Throws a MissingObjectError if there is no object, and fails if fewer bytes arrive than were stored. */
  get(key: string): ByteStream;
  find(key: string): Promise<StoredObject | undefined>;
  /** Succeeds if there is no object. */
  remove(key: string): Promise<void>;
  /** In any order; objects added or removed meanwhile may be missing. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes leftovers of crashed puts, such as temporary files. Foreign files are kept. */
  removeLeftovers(before: Instant, signal: AbortSignal): Promise<void>;
}

export interface StoredObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Instant;
}

export class MissingObjectError extends Error {
  override readonly name = "MissingObjectError";

  constructor(key: string, options?: ErrorOptions) {
    super(`no object in the document storage at ${key}`, options);
  }
}

/** The two prefixes for documents; a bucket may contain other objects. */
export const stagingPrefix = "staging/";
export const accountsPrefix = "accounts/";

// Ids and folder names only; nothing that a file system or URL could interpret.
const keyShape = /^[a-z]+(?:\/[0-9A-Za-z]{1,64}){1,4}$/;

/** Keys are made of ids, so an invalid key is a bug; no adapter may use one. */
export function assertStorageKey(key: string): void {
  assert(isStorageKey(key), "invalid key of the document storage");
}

export function isStorageKey(key: string): boolean {
  return keyShape.test(key);
}
