import fc from "fast-check";
import { expect, test } from "vitest";
import { createFileScanner } from "./json-file-scanner.ts";

/** Scanner output for a text that arrives in chunks of this size. */
function scan(text: string, size: number): { readonly files: readonly string[]; readonly rest: string } {
  const scanner = createFileScanner();
  const files: string[] = [];
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    for (const piece of scanner.push(bytes.subarray(at, at + size))) {
      if (piece.type === "begin") files.push("");
      if (piece.type === "text") files.push((files.pop() ?? "") + piece.text);
    }
  }
  return { files, rest: scanner.rest().toString() };
}

const base64 = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const sizes = fc.integer({ min: 1, max: 40 });

test("the file's text is extracted, and the rest is the same object without it", () => {
  const members = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(
      members,
      base64,
      members,
      sizes,
      fc.constantFrom(0, 1, 3),
      (before, content, after, size, indent) => {
        const value = { ...before, content, ...after };
        value.content = content;
        const { files, rest } = scan(JSON.stringify(value, null, indent), size);
        expect(files).toEqual([content]);
        expect(JSON.parse(rest)).toEqual(JSON.parse(JSON.stringify({ ...value, content: "" })));
      },
    ),
  );
});

test("only a string member of the outermost object is the file", () => {
  const texts = [
    '{"a":{"content":"x"}}',
    '[{"content":"x"}]',
    '["content","x"]',
    '{"content":["x"]}',
    '{"content":{"content":"x"}}',
    '{"a":"content","b":"x"}',
    '{"\\"content":"x"}',
    '"content"',
    '{"content":1,"b":"x"}',
  ];
  for (const text of texts)
    for (const size of [1, 3, 100]) expect(scan(text, size)).toEqual({ files: [], rest: text });
});

test("an escaped name is the same name, and a second file is detected", () => {
  const name = Array.from("content", (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
  expect(scan(`{"${name}":"abcd"}`, 5).files).toEqual(["abcd"]);
  expect(scan('{"content":"a","content":"b"}', 4).files).toEqual(["a", "b"]);
});

test("no byte is lost: the rest and the file's text add up to the input", () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    '"content"',
    "\\",
    "a",
    " ",
    "é",
    '"content":"',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), sizes, (parts, size) => {
      const text = parts.join("");
      const { files, rest } = scan(text, size);
      expect(rest.length + Buffer.from(files.join(""), "latin1").toString().length).toBe(text.length);
    }),
    { numRuns: 500 },
  );
});
