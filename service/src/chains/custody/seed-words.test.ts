import { mnemonicToSeedSync } from "@scure/bip39";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isRefusal } from "../../kernel/refusal.ts";
import { fingerprintOf, makeEntropy, readWords, seedOf, wordsOf } from "./seed-words.ts";

const known = `${"abandon ".repeat(11)}about`;

test("the library matches the BIP-39 test vectors", () => {
  const words = wordsOf(Buffer.alloc(32, 0xff));
  expect(words).toBe(`${"zoo ".repeat(23)}vote`);
  expect(Buffer.from(mnemonicToSeedSync(words, "TREZOR")).toString("hex")).toBe(
    "dd48c104698c30cfe2b6142103248622fb7bb0ff692eebb00089b32d22484e1613912f0a5b694407be899ffd31ed3992c456cdf60f5d4564b8ba3f05a69890ad",
  );
});

test("a seed and its fingerprint match other wallets", async () => {
  const seed = await seedOf(Buffer.alloc(16));
  expect(seed.toString("hex")).toBe(
    "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4",
  );
  expect(fingerprintOf(seed)).toMatch(/^73c5da0a[0-9a-f]{32}$/);
});

test("words are accepted in any case and spacing", () => {
  const untidy = `\n  ${known.toUpperCase().replaceAll(" ", "\n")}  \r\n`;
  expect(readWords(untidy)).toEqual(Buffer.alloc(16));
});

test("entropy survives the round trip through words", () => {
  const entropy = fc
    .constantFrom(16, 20, 24, 28, 32)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
  fc.assert(
    fc.property(entropy, (bytes) => {
      expect(readWords(wordsOf(bytes))).toEqual(Buffer.from(bytes));
    }),
  );
});

test.each([
  ["", "got 0"],
  ["abandon about", "got 2"],
  [known.replace("about", "florin"), "word 12 is not"],
  ["abandon ".repeat(12), "invalid checksum"],
])("invalid words are rejected: %j", (text, why) => {
  const refusal = readWords(text);
  expect(refusal).toMatchObject({ code: "validation_failed", detail: expect.stringContaining(why) });
});

test("an error repeats none of the words", () => {
  fc.assert(
    fc.property(fc.nat(11), (place) => {
      const words = wordsOf(makeEntropy()).split(" ").slice(0, 12).with(place, "secretish");
      const refusal = readWords(words.join(" "));
      expect(isRefusal(refusal)).toBe(true);
      expect(JSON.stringify(refusal)).not.toContain("secretish");
    }),
  );
});

test("new seeds have 24 random words", () => {
  const [first, second] = [wordsOf(makeEntropy()), wordsOf(makeEntropy())];
  expect(first.split(" ")).toHaveLength(24);
  expect(first).not.toBe(second);
});
