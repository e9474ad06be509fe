import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptBytes, excerptOf } from "./excerpt.ts";

test.each([
  ["ok", "ok"],
  ['{"a": "ü 🎉"}', '{"a": "ü 🎉"}'],
  ["a\r\nb\tc", "a  b c"],
  ["a\u0000b\u001b[31mc\u007f\u0085", "a\uFFFDb\uFFFD[31mc\uFFFD\uFFFD"],
  ["left\u202Eright\u200B\u2028x", "left\uFFFDright\uFFFD x"],
])("%j is shown as %j", (text, shown) => {
  expect(excerptOf(Buffer.from(text))).toBe(shown);
});

test("an empty response has no excerpt", () => {
  expect(excerptOf(Buffer.alloc(0))).toBeUndefined();
});

test("bytes that are not UTF-8 are replaced", () => {
  expect(excerptOf(Buffer.from([0x61, 0xff, 0xfe, 0x62, 0xc3]))).toBe("a\uFFFD\uFFFDb\uFFFD");
});

test("a long text is cut after 1024 characters, and never within one", () => {
  expect(excerptOf(Buffer.from("🎉".repeat(2_000)))).toBe("🎉".repeat(1_024));
  expect(excerptOf(Buffer.from(`x${"🎉".repeat(2_000)}`).subarray(0, excerptBytes))).toBe(
    `x${"🎉".repeat(1_023)}`,
  );
});

test("any response gives one short line that can be stored", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 6_000 }), (bytes) => {
      const shown = excerptOf(bytes) ?? "";
      expect(Array.from(shown).length).toBeLessThanOrEqual(1_024);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
  );
});
