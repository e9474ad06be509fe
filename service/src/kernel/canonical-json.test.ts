import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, type Json } from "./canonical-json.ts";

const json = fc.jsonValue() as fc.Arbitrary<Json>;

test("the canonical text is JSON for the same value", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("the order of an object's members makes no difference", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), (object) => {
      const reversed = Object.fromEntries(Object.entries(object).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(object));
    }),
  );
});

test("different values have different texts", () => {
  expect(canonicalJson({ a: "1" })).not.toBe(canonicalJson({ a: 1 }));
  expect(canonicalJson([1, [2]])).not.toBe(canonicalJson([[1], 2]));
  expect(canonicalJson({ a: { b: 1 } })).toBe('{"a":{"b":1}}');
});

test("the text of a value never changes: signatures and fingerprints that are stored depend on it", () => {
  const value = { b: [1.5, null, { "10": true, "9": 'é\u2028"' }], a: {}, ä: -0, "": [[]], Z: "\ud800" };
  const text = '{"":[[]],"Z":"\\ud800","a":{},"b":[1.5,null,{"10":true,"9":"é\u2028\\""}],"ä":0}';
  expect(canonicalJson(value)).toBe(text);
});
