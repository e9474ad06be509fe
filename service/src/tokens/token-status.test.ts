import fc from "fast-check";
import { expect, test } from "vitest";
import { statusAfter } from "./token-status.ts";

const deployment = fc.constantFrom("pending" as const, "active" as const, "failed" as const);
const deployments = fc.array(
  deployment.map((status) => ({ status })),
  { minLength: 1, maxLength: 4 },
);

test("a token that is active stays active, whatever happens on a chain that is added", () => {
  fc.assert(fc.property(deployments, (those) => statusAfter("active", those) === "active"));
});

test("any other is pending while something is under way, then active if all are, and failed if one is not", () => {
  fc.assert(
    fc.property(fc.constantFrom("pending" as const, "failed" as const), deployments, (status, those) => {
      const has = (wanted: string): boolean => those.some((each) => each.status === wanted);
      const expected = has("pending") ? "pending" : has("failed") ? "failed" : "active";
      expect(statusAfter(status, those)).toBe(expected);
    }),
  );
});
