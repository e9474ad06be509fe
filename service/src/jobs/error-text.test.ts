import fc from "fast-check";
import { expect, test } from "vitest";
import { errorText } from "./error-text.ts";

test("an error text includes the causes", () => {
  const error = new TypeError("cannot send", { cause: new Error("connection refused") });
  expect(errorText(error, {})).toBe("TypeError: cannot send <- Error: connection refused");
});

test("a thrown value that is not an error is reported without its content", () => {
  expect(errorText({ secret: "hunter22" }, {})).toBe("a value that is not an Error was thrown");
});

test("an endless chain of causes is cut", () => {
  const error = new Error("round and round");
  error.cause = error;
  expect(errorText(error, {}).split(" <- ")).toHaveLength(3);
});

test("no value of the payload is in the text, at any depth", () => {
  const payload = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string({ minLength: 4, unit: "grapheme-ascii" }), fc.array(fc.integer({ min: 100_000 }))),
  );
  fc.assert(
    fc.property(payload, (values) => {
      const quoted = Object.values(values).flat().map(String);
      fc.pre(quoted.every((value) => !"Error: failed on [payload]".includes(value)));
      const text = errorText(new Error(`failed on ${quoted.join(" ")}`), values);
      for (const value of quoted) expect(text).not.toContain(value);
    }),
  );
});

test("the text is bounded and can be stored", () => {
  const text = errorText(new Error(`\0${"long ".repeat(10_000)}`), {});
  expect(text.length).toBe(500);
  expect(text).not.toContain("\0");
});

test("credentials in a URL are redacted, and the rest of it stays", () => {
  const error = new Error(
    "no response from postgresql://florin:hunter22@db.example:5432/florin, https://key@rpc.example",
  );
  expect(errorText(error, {})).toBe(
    "Error: no response from postgresql://[credentials]@db.example:5432/florin, https://[credentials]@rpc.example",
  );
});
