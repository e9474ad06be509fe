import fc from "fast-check";
import { expect, test } from "vitest";
import { railLines, railText } from "./rail-text.ts";

test.each([
  ["Müller & Söhne", "Muller & Sohne"],
  ["Łukasz Größe, Ærø", "Lukasz Grosse, AEro"],
  ["“Café” – it’s 5 €", '"Cafe" - it\'s 5 EUR'],
  ["  two\n\tlines ", "two lines"],
  ["漢字", "??"],
  ["ﬁne½", "fine1/2"],
  ["a\u0000b\u200Bc", "a b c"],
])("%j is written as %j", (text, ascii) => {
  expect(railText(text, 140)).toBe(ascii);
});

test("an empty text is undefined", () => {
  expect(railText(undefined, 10)).toBeUndefined();
  expect(railText(" \n ", 10)).toBeUndefined();
});

test("a text is truncated to its field, without a trailing blank", () => {
  expect(railText("abc def", 5)).toBe("abc d");
  expect(railText("abc def", 4)).toBe("abc");
});

test("lines break between words where possible", () => {
  expect(railLines("one two three", 7)).toEqual(["one two", "three"]);
  expect(railLines("abcdefghij k", 4)).toEqual(["abcd", "k"]);
  expect(railLines(undefined, 4)).toEqual([]);
});

test("the result is printable ASCII of the given length, and normalizing it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 50 }), (text, maxLength) => {
      const once = railText(text, maxLength);
      expect(once ?? "x").toMatch(/^[!-~](?:[ -~]*[!-~])?$/);
      expect((once ?? "").length).toBeLessThanOrEqual(maxLength);
      expect(railText(once, maxLength)).toBe(once);
      const lines = railLines(text, maxLength);
      expect(lines.every((line) => line.length <= maxLength)).toBe(true);
      expect(railLines(lines.join(" "), maxLength)).toEqual(lines);
    }),
  );
});
