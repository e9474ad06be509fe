import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { assert } from "./assert.ts";
import { continuedStream } from "./continued-stream.ts";
import { EnvelopeError } from "./envelope.ts";

/**
 * Encryption of streams too large for memory: AES-256-GCM, chunk by chunk, after the STREAM construction of Hoang,
 * Reyhanitabar, Rogaway and Vizár (2015). The nonce of a chunk is prefix (7) | number (4) | last (1), so a chunk opens
 * only at its own position, and a stream truncated at a chunk boundary lacks its last chunk.
 *
 * Layout: version (1) | nonce prefix (7) | chunks, each ciphertext | tag (16). All but the last hold `chunkBytes`.
 * The header and the context are authenticated with each chunk.
 */
export interface StreamSecret {
  /** 32 bytes, new for each stream. Keep it sealed. */
  readonly key: Buffer;
  /** Where the stream belongs, such as `documents/<tenant>/<id>`: it opens in no other context. */
  readonly context: string;
}

export type ByteStream = AsyncIterable<Buffer>;

const version = 1;
const keyBytes = 32;
const prefixBytes = 7;
const headerBytes = 1 + prefixBytes;
const tagBytes = 16;
const chunkBytes = 64 * 1024;
const maxChunks = 2 ** 32;

export function newStreamKey(): Buffer {
  return randomBytes(keyBytes);
}

export async function* sealStream(plain: ByteStream, secret: StreamSecret): AsyncGenerator<Buffer> {
  const header = Buffer.concat([Buffer.of(version), randomBytes(prefixBytes)]);
  yield header;
  for await (const { bytes, number, isLast } of inChunks(plain, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", secret.key, nonceOf(header, number, isLast), {
      authTagLength: tagBytes,
    }).setAAD(authenticated(header, secret));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Every chunk is verified before it is yielded, but truncation is detected only at the end: readers must discard what
 * they have read when the stream ends with an error.
 */
export async function* openStream(sealed: ByteStream, secret: StreamSecret): AsyncGenerator<Buffer> {
  const { header, rest } = await splitHeader(sealed);
  for await (const { bytes, number, isLast } of inChunks(rest, chunkBytes + tagBytes)) {
    yield openChunk({ bytes, nonce: nonceOf(header, number, isLast), header, secret });
  }
}

/** Size of the sealed form of a stream of `plainBytes` bytes. */
export function sealedStreamBytes(plainBytes: number): number {
  const chunks = Math.max(1, Math.ceil(plainBytes / chunkBytes));
  return headerBytes + plainBytes + chunks * tagBytes;
}

interface Chunk {
  readonly bytes: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/** Splits into chunks of one size; a chunk is yielded only once it is known whether another one follows. */
async function* inChunks(source: ByteStream, size: number): AsyncGenerator<Chunk> {
  let pending: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const bytes of source) {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    let start = 0;
    for (; pending.length - start > size; start += size) {
      yield { bytes: pending.subarray(start, start + size), number, isLast: false };
      number += 1;
      assert(number < maxChunks, "a stream has more chunks than can be numbered");
    }
    if (start > 0) pending = pending.subarray(start);
  }
  yield { bytes: pending, number, isLast: true };
}

async function splitHeader(
  sealed: ByteStream,
): Promise<{ readonly header: Buffer; readonly rest: ByteStream }> {
  const source = sealed[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < headerBytes) {
    const { value, done } = await source.next();
    if (done === true) throw new EnvelopeError("the sealed stream is shorter than its header");
    begin = Buffer.concat([begin, value]);
  }
  if (begin[0] !== version) {
    await source.return?.();
    throw new EnvelopeError("not a sealed stream, or of a version that this build cannot read");
  }
  return {
    header: begin.subarray(0, headerBytes),
    rest: continuedStream(begin.subarray(headerBytes), source),
  };
}

function openChunk(chunk: {
  readonly bytes: Buffer;
  readonly nonce: Buffer;
  readonly header: Buffer;
  readonly secret: StreamSecret;
}): Buffer {
  const { bytes, nonce, header, secret } = chunk;
  const end = bytes.length - tagBytes;
  if (end < 0) throw brokenStream();
  const decipher = createDecipheriv("aes-256-gcm", secret.key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(authenticated(header, secret)).setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
  } catch (cause) {
    throw brokenStream(cause);
  }
}

function nonceOf(header: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(prefixBytes + 5);
  header.copy(nonce, 0, 1);
  nonce.writeUInt32BE(number, prefixBytes);
  nonce.writeUInt8(isLast ? 1 : 0, prefixBytes + 4);
  return nonce;
}

function authenticated(header: Buffer, { context }: StreamSecret): Buffer {
  return Buffer.concat([header, Buffer.from(`stream:${context}`)]);
}

function brokenStream(cause?: unknown): EnvelopeError {
  return new EnvelopeError("the sealed stream was modified or truncated, or belongs to another context", {
    cause,
  });
}
