import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { curlLine, quoted } from "../src/kit/curl-line.ts";

test("a read sends only the token", () => {
  expect(curlLine({ path: "/accounts" }, "https://api.example")).toBe(
    "curl \\\n  'https://api.example/accounts' \\\n  -H \"Authorization: Bearer $TOKEN\"",
  );
});

test("a create request has an idempotency key and a body", () => {
  const request = { method: "POST", path: "/transfers", body: { memo: "it's" }, idempotent: true } as const;
  expect(curlLine(request, "https://api.example").split(" \\\n  ")).toEqual([
    "curl -X POST",
    "'https://api.example/transfers'",
    '-H "Authorization: Bearer $TOKEN"',
    '-H "Idempotency-Key: $(uuidgen)"',
    "-H 'Content-Type: application/json'",
    `-d '{"memo":"it'\\''s"}'`,
  ]);
});

test("a shell parses quoted text back exactly", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 30 }).filter((each) => !each.includes("\0"));
  fc.assert(
    fc.property(
      fc.oneof(text, fc.constantFrom("'", "''", "a'b", "$(id)", "`id`", '"', "\\", "\n")),
      (given) => {
        expect(execFileSync("/bin/sh", ["-c", `printf %s ${quoted(given)}`], { encoding: "utf8" })).toBe(
          given,
        );
      },
    ),
    { numRuns: 40 },
  );
});
