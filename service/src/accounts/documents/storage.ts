import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";

/**
 * Where bytes are kept, out of the database: the port. What passes here is sealed already; an adapter stores bytes and
 * knows nothing of them. Every call that fails may be made again. A call whose outcome is not known fails.
 */
export interface DocumentStorage {
  /** Stores all of it or nothing, in the place of what was there. When the source throws, nothing is stored. */
  put(key: string, bytes: ByteStream): Promise<void>;
  /** Throws a MissingObjectError when there is nothing, and fails when less comes than was stored. */
  get(key: string): ByteStream;
  find(key: string): Promise<StoredObject | undefined>;
  /** Also when there is nothing. */
  remove(key: string): Promise<void>;
  /** In any order; what is added or removed meanwhile may be missing. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes what crashed puts have left that is no object, such as temporary files. What is not ours stays. */
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
    super(`the storage has nothing at ${key}`, options);
  }
}

/** The two places of documents; a bucket may hold other things beside them. */
export const stagingPrefix = "staging/";
export const accountsPrefix = "accounts/";

// Names of ids and folders, and nothing that a file system or an address could read as something else.
const keyShape = /^[a-z]+(?:\/[0-9A-Za-z]{1,64}){1,4}$/;

/** Keys are made of ids, so one that leads elsewhere is a bug of ours; no adapter uses it. */
export function assertStorageKey(key: string): void {
  assert(isStorageKey(key), "this is no key of the document storage");
}

export function isStorageKey(key: string): boolean {
  return keyShape.test(key);
}
