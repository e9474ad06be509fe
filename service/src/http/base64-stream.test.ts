import fc from "fast-check";
import { expect, test } from "vitest";
import { createBase64Decoder } from "./base64-stream.ts";

function decode(pieces: readonly string[]): Buffer | undefined {
  const decoder = createBase64Decoder();
  const all: Buffer[] = [];
  for (const piece of pieces) {
    const bytes = decoder.push(piece);
    if (bytes === undefined) return undefined;
    all.push(bytes);
  }
  return decoder.isWhole() ? Buffer.concat(all) : undefined;
}

function cut(text: string, places: readonly number[]): readonly string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

const places = fc.array(fc.nat(1_000), { maxLength: 6 });

test("bytes are decoded correctly, wherever the text is split and however its characters are escaped", () => {
  const escapings = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.replaceAll("/", "\\/"),
    (text) => text.replaceAll("+", "\\u002B").replaceAll("=", "\\u003d").replaceAll("/", "\\u002f"),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), places, escapings, (bytes, cuts, write) => {
      const text = write(Buffer.from(bytes).toString("base64"));
      expect(decode(cut(text, cuts))?.equals(Buffer.from(bytes))).toBe(true);
    }),
  );
});

test.each([
  "a",
  "ab",
  "abc",
  "ab=",
  "ab==c",
  "ab==abcd",
  "=",
  "====",
  "a b=",
  "ab-_",
  "ab\\n=",
  "ab\\",
  "é===",
  "abcd\\u00",
])("%j is not base64, wherever it is split", (text) => {
  fc.assert(fc.property(places, (cuts) => decode(cut(text, cuts)) === undefined));
});
