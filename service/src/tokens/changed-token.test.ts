import fc from "fast-check";
import { expect, test } from "vitest";
import { statusAfter } from "./changed-token.ts";

const deployment = fc.constantFrom("pending" as const, "active" as const, "failed" as const);
const deployments = fc.array(
  deployment.map((status) => ({ status })),
  { minLength: 1, maxLength: 4 },
);

test("an active token stays active when another chain is added", () => {
  fc.assert(fc.property(deployments, (those) => statusAfter("active", those) === "active"));
});

test("any other token is pending while a deployment is pending, then active if all are, else failed", () => {
  fc.assert(
    fc.property(fc.constantFrom("pending" as const, "failed" as const), deployments, (status, those) => {
      const has = (expectedToken: string): boolean => those.some((each) => each.status === expectedToken);
      const expected = has("pending") ? "pending" : has("failed") ? "failed" : "active";
      expect(statusAfter(status, those)).toBe(expected);
    }),
  );
});
