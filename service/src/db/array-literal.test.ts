import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { arrayLiteral } from "./array-literal.ts";
import { statement } from "./statement.ts";

const echo = statement<{
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly bytes: string;
}>(`
  SELECT $1::text[] AS texts, $2::numeric[]::text[] AS numbers,
         coalesce((SELECT string_agg(encode(part, 'hex'), ',') FROM unnest($3::bytea[]) AS part), '') AS bytes`);

test("PostgreSQL reads the members that were given", async () => {
  await using env = await createTestDatabase();
  const text = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed() && !value.includes("\0"));
  const texts = fc.array(fc.oneof(text, fc.constantFrom(null, "NULL", "", '"', "\\", "{a,b}", " ")));
  const bytes = fc.array(fc.uint8Array().map((part) => Buffer.from(part)));
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.array(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n })),
      bytes,
      async (t, n, b) => {
        const row = await env.database.first(echo, [t, n, b]);
        expect(row?.texts).toEqual(t);
        expect(row?.numbers).toEqual(n.map(String));
        expect(row?.bytes).toBe(b.map((part) => part.toString("hex")).join(","));
      },
    ),
    { seed: 17, numRuns: 200 },
  );
});

test("dates and booleans", () => {
  expect(arrayLiteral([true, false, undefined])).toBe("{true,false,NULL}");
  expect(arrayLiteral([new Date(0)])).toBe('{"1970-01-01T00:00:00.000Z"}');
});
