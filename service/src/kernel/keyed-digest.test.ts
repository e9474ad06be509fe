import { createHmac, createSecretKey } from "node:crypto";
import fc from "fast-check";
import { test } from "vitest";
import { createKeyedDigest } from "./keyed-digest.ts";

test.each([1, 32, 64, 65, 200])("the digest is HMAC-SHA-256, with a key of %i bytes", (size) => {
  const key = createSecretKey(Buffer.alloc(size, 7));
  const digest = createKeyedDigest(key);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\ud800"), maxLength: 300 }), (text) =>
      digest(text).equals(createHmac("sha256", key).update(text).digest()),
    ),
    { numRuns: 20 },
  );
});
