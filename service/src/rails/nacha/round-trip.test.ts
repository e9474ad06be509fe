import fc from "fast-check";
import { expect, test } from "vitest";
import { nachaFiles } from "../../../test/nacha-arbitraries.ts";
import { batchOf, entryOf, fileOf } from "../../../test/nacha-files.ts";
import { readNacha } from "./read-nacha.ts";
import { writeNacha } from "./write-nacha.ts";

test("reading a written file returns the same file", () => {
  fc.assert(
    fc.property(nachaFiles(), (file) => {
      expect(readNacha(writeNacha(file))).toEqual({ ok: true, file });
    }),
    { numRuns: 300 },
  );
});

test("every record has 94 ASCII columns, and the record count is a multiple of ten", () => {
  fc.assert(
    fc.property(nachaFiles(), (file) => {
      const text = writeNacha(file).toString("latin1");
      const lines = text.split("\n");
      expect(lines.pop()).toBe("");
      expect(lines.length % 10).toBe(0);
      for (const line of lines) expect(line).toMatch(/^[ -~]{94}$/);
    }),
  );
});

test("LF, CRLF and no line ends are all accepted", () => {
  fc.assert(
    fc.property(nachaFiles(), fc.constantFrom("\r\n", ""), (file, end) => {
      const text = writeNacha(file).toString("latin1").replaceAll("\n", end);
      expect(readNacha(Buffer.from(text, "latin1"))).toEqual({ ok: true, file });
    }),
    { numRuns: 50 },
  );
});

test("ten thousand entries are written and read within the test timeout", () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => entryOf(index + 1));
  const file = fileOf(batchOf(entries));
  expect(readNacha(writeNacha(file))).toEqual({ ok: true, file });
});
