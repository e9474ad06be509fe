import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeyRing, EnvelopeError, needsRewrap, open, rewrap, seal } from "./envelope.ts";

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const before = createKeyRing(oldKey);
const during = createKeyRing(newKey, [oldKey]);
const after = createKeyRing(newKey);

test("a sealed value opens to the same bytes, with any content and context", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.string(), (bytes, context) => {
      const plaintext = Buffer.from(bytes);
      expect(open(before, seal(before, plaintext, context), context).equals(plaintext)).toBe(true);
    }),
  );
});

test("sealing the same value twice gives different bytes", () => {
  const value = Buffer.from("123-45-6789");
  expect(seal(before, value, "c").equals(seal(before, value, "c"))).toBe(false);
});

test("a change of any single byte is detected", () => {
  const sealed = seal(before, Buffer.from("a secret"), "accounts/1/ein");
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(() => open(before, changed, "accounts/1/ein"), `byte ${index}`).toThrow(EnvelopeError);
  }
});

test("a value moved to another context does not open", () => {
  const sealed = seal(before, Buffer.from("a secret"), "accounts/1/ein");
  expect(() => open(before, sealed, "accounts/2/ein")).toThrow(EnvelopeError);
});

test("a truncated value is refused, whatever its length", () => {
  const sealed = seal(before, Buffer.from("a secret"), "c");
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => open(before, sealed.subarray(0, length), "c")).toThrow(EnvelopeError);
  }
});

test("rotation: old values open while both keys are configured, and with the new key alone after a rewrap", () => {
  const sealed = seal(before, Buffer.from("a secret"), "c");
  expect(open(during, sealed, "c").toString()).toBe("a secret");
  expect(needsRewrap(during, sealed)).toBe(true);
  const rewrapped = rewrap(during, sealed, "c");
  expect(needsRewrap(during, rewrapped)).toBe(false);
  expect(open(after, rewrapped, "c").toString()).toBe("a secret");
});

test("without its key a value does not open, and the error names the missing key and no secret", () => {
  const sealed = seal(before, Buffer.from("a secret"), "c");
  expect(() => open(after, sealed, "c")).toThrow(
    /sealed with master key [0-9a-f]{16}, which is not configured/,
  );
});

test("a rewrap changes only the wrapped key: the data stays the same to the byte", () => {
  const sealed = seal(before, randomBytes(100), "c");
  const tail = (value: Buffer) => value.subarray(1 + 8 + 12 + 32 + 16);
  expect(tail(rewrap(during, sealed, "c")).equals(tail(sealed))).toBe(true);
});
