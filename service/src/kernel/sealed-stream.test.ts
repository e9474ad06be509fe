import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ByteStream, newStreamKey, openStream, sealedStreamBytes, sealStream } from "./sealed-stream.ts";

const chunk = 64 * 1024;
const secret = { key: newStreamKey(), context: "documents/here/1" };
const broken = { name: "EnvelopeError" };

async function* pieces(bytes: Buffer, size: number): ByteStream {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(stream: ByteStream): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const bytes of stream) all.push(bytes);
  return Buffer.concat(all);
}

const sealAll = (plain: Buffer): Promise<Buffer> => collect(sealStream(pieces(plain, chunk), secret));
const openAll = (sealed: Buffer, size = chunk, by = secret): Promise<Buffer> =>
  collect(openStream(pieces(sealed, size), by));

test("a sealed stream opens to the same bytes, however either side was chunked", async () => {
  const sizes = fc.oneof(
    fc.nat(200),
    fc.constantFrom(chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 7, 3 * chunk),
  );
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.integer({ min: 1_000, max: 200_000 }),
      fc.integer({ min: 1_000, max: 200_000 }),
      async (size, cutPlain, cutSealed) => {
        const plain = randomBytes(size);
        const sealed = await collect(sealStream(pieces(plain, cutPlain), secret));
        expect(sealed.length).toBe(sealedStreamBytes(size));
        expect((await openAll(sealed, cutSealed)).equals(plain)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test("a stream truncated at any byte does not open", async () => {
  const sealed = await sealAll(randomBytes(40));
  for (let length = 0; length < sealed.length; length += 1) {
    await expect(openAll(sealed.subarray(0, length))).rejects.toMatchObject(broken);
  }
});

test("a stream truncated at a chunk boundary does not open", async () => {
  const sealed = await sealAll(randomBytes(3 * chunk));
  for (const chunks of [0, 1, 2]) {
    const length = 8 + chunks * (chunk + 16);
    await expect(openAll(sealed.subarray(0, length))).rejects.toMatchObject(broken);
  }
});

test("a stream with any bit flipped does not open", async () => {
  const sealed = await sealAll(randomBytes(24));
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await expect(openAll(changed)).rejects.toMatchObject(broken);
  }
});

test("a longer stream with any bit flipped does not open", async () => {
  const sealed = await sealAll(randomBytes(2 * chunk + 100));
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length * 8 - 1), async (bit) => {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(openAll(changed)).rejects.toMatchObject(broken);
    }),
    { numRuns: 100 },
  );
});

test("reordered, repeated or foreign chunks do not open", async () => {
  const stride = chunk + 16;
  const [sealed, other] = [await sealAll(randomBytes(3 * chunk)), await sealAll(randomBytes(3 * chunk))];
  const header = sealed.subarray(0, 8);
  const part = (stream: Buffer, number: number): Buffer =>
    stream.subarray(8 + number * stride, 8 + (number + 1) * stride);
  const [first, second, last] = [part(sealed, 0), part(sealed, 1), part(sealed, 2)];
  for (const parts of [
    [second, first, last],
    [first, first, last],
    [first, second, second, last],
    [first, last],
    [first, part(other, 1), last],
    [first, second, last, Buffer.alloc(1)],
    [first, second, last, last],
  ]) {
    await expect(openAll(Buffer.concat([header, ...parts]))).rejects.toMatchObject(broken);
  }
});

test("a stream opens only with its own key and in its own context", async () => {
  const sealed = await sealAll(randomBytes(100));
  for (const by of [
    { ...secret, key: newStreamKey() },
    { ...secret, context: "documents/here/2" },
  ]) {
    await expect(openAll(sealed, chunk, by)).rejects.toMatchObject(broken);
  }
});

test("the same bytes are sealed differently each time, and the plaintext does not show", async () => {
  const plain = Buffer.alloc(chunk, "a secret. ");
  const [once, again] = [await sealAll(plain), await sealAll(plain)];
  expect(once.subarray(8).equals(again.subarray(8))).toBe(false);
  expect(once.includes("a secret")).toBe(false);
});

test("a reader that stops early releases the source", async () => {
  let isClosed = false;
  const sealed = await sealAll(randomBytes(3 * chunk));
  async function* source(): ByteStream {
    try {
      yield* pieces(sealed, chunk);
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of openStream(source(), secret)) break;
  expect(isClosed).toBe(true);
});
