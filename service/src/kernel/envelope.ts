import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { assert } from "./assert.ts";

/**
 * Envelope encryption, AES-256-GCM throughout: each sealed value has its own data key, and that key is
 * wrapped by a master key. Rotating the master key rewraps the small data keys and never touches the data.
 *
 * Layout: version (1) | master key id (8) | wrap nonce (12) | wrapped data key (32) | wrap tag (16)
 *         | data nonce (12) | data tag (16) | ciphertext.
 * The context (such as `application_keys/<id>`) is authenticated with both, so a value cannot be moved to another row.
 */
export interface KeyRing {
  readonly current: MasterKey;
  readonly previous: readonly MasterKey[];
}

interface MasterKey {
  readonly id: Buffer;
  readonly wrapKey: Buffer;
}

const version = 1;
const keyBytes = 32;
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes;
const wrapBytes = nonceBytes + keyBytes + tagBytes;
const minSealedBytes = headerBytes + wrapBytes + nonceBytes + tagBytes;

export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";
}

export function createKeyRing(currentKey: Buffer, previousKeys: readonly Buffer[] = []): KeyRing {
  return { current: deriveMasterKey(currentKey), previous: previousKeys.map(deriveMasterKey) };
}

export function seal(ring: KeyRing, plaintext: Buffer, context: string): Buffer {
  const dataKey = randomBytes(keyBytes);
  const data = encrypt(dataKey, plaintext, dataContext(context));
  return Buffer.concat([wrap(ring.current, dataKey, context), data]);
}

export function open(ring: KeyRing, sealed: Buffer, context: string): Buffer {
  const { dataKey, data } = unwrap(ring, sealed, context);
  return decrypt(dataKey, data, dataContext(context));
}

/** Wraps the data key with the current master key; the encrypted data is unchanged. */
export function rewrap(ring: KeyRing, sealed: Buffer, context: string): Buffer {
  const { dataKey, data } = unwrap(ring, sealed, context);
  return Buffer.concat([wrap(ring.current, dataKey, context), data]);
}

/** True when the value's data key is wrapped by a previous master key. */
export function needsRewrap(ring: KeyRing, sealed: Buffer): boolean {
  return !sealed.subarray(1, headerBytes).equals(ring.current.id);
}

/** The id is derived from the key, so the same key has the same id on every node. */
function deriveMasterKey(key: Buffer): MasterKey {
  assert(key.length === keyBytes, "a master key has 32 bytes");
  const wrapKey = Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), "florin/envelope/wrap", keyBytes));
  const id = createHash("sha256")
    .update("florin/envelope/id")
    .update(wrapKey)
    .digest()
    .subarray(0, keyIdBytes);
  return { id, wrapKey };
}

function wrap(master: MasterKey, dataKey: Buffer, context: string): Buffer {
  const header = Buffer.concat([Buffer.of(version), master.id]);
  return Buffer.concat([header, encrypt(master.wrapKey, dataKey, wrapContext(header, context))]);
}

function unwrap(ring: KeyRing, sealed: Buffer, context: string): { dataKey: Buffer; data: Buffer } {
  if (sealed.length < minSealedBytes || sealed[0] !== version) {
    throw new EnvelopeError("not a sealed value, or of a version that this build cannot read");
  }
  const header = sealed.subarray(0, headerBytes);
  const keyId = header.subarray(1);
  const master = [ring.current, ...ring.previous].find((key) => key.id.equals(keyId));
  if (master === undefined) {
    throw new EnvelopeError(`sealed with master key ${keyId.toString("hex")}, which is not configured`);
  }
  const wrapped = sealed.subarray(headerBytes, headerBytes + wrapBytes);
  return {
    dataKey: decrypt(master.wrapKey, wrapped, wrapContext(header, context)),
    data: sealed.subarray(headerBytes + wrapBytes),
  };
}

function encrypt(key: Buffer, plaintext: Buffer, authenticated: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(authenticated);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

function decrypt(key: Buffer, sealed: Buffer, authenticated: Buffer): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(authenticated).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new EnvelopeError("the sealed value was modified or belongs to another context", { cause });
  }
}

function wrapContext(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(`wrap:${context}`)]);
}

function dataContext(context: string): Buffer {
  return Buffer.from(`data:${context}`);
}
