import fc from "fast-check";
import { expect, test } from "vitest";
import { findStructureProblem } from "./json-structure.ts";

test("output of JSON.stringify never has a problem", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(findStructureProblem(JSON.stringify(value, null, indent))).toBeUndefined();
    }),
  );
});

test("a duplicate member is found at any depth, even if its name is escaped", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.string(), (object, name) => {
      const inner = JSON.stringify(object).slice(1, -1);
      const text = `{"outer":[0,{${JSON.stringify(name)}:1,${inner},${JSON.stringify(name)}:2}]}`;
      expect(findStructureProblem(text)?.detail).toBe("must not appear more than once");
    }),
  );
});

test.each([
  ['{"a":1,"a":2}', "/a"],
  ['{"a":1,"\\u0061":2}', "/a"],
  ['{"a":{"b":1,"c":[{"d":1},{"d":1,"d":2}]}}', "/a/c/1/d"],
  ['{"a":"{\\"a\\":1}","b":",","b":1}', "/b"],
  ['{"x/y~z":1,"x/y~z":1}', "/(not shown)"],
  ['{"Jane Doe":{"a":1,"a":2}}', "/(not shown)/a"],
])("the error points at the duplicate in %s", (text, pointer) => {
  expect(findStructureProblem(text)).toEqual({ pointer, detail: "must not appear more than once" });
});

test.each([
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '"a"',
  "[]",
  "5",
  '{"a":"\\\\","b":1}',
])("%s is valid", (text) => {
  expect(findStructureProblem(text)).toBeUndefined();
});

test("deep nesting and too many members are refused", () => {
  expect(findStructureProblem("[".repeat(33) + "]".repeat(33))?.detail).toMatch(/deeper/);
  expect(findStructureProblem("[".repeat(32) + "]".repeat(32))).toBeUndefined();
  const many = `{${Array.from({ length: 10_001 }, (_, index) => `"m${index}":1`).join()}}`;
  expect(findStructureProblem(many)?.detail).toMatch(/10000 members/);
});
