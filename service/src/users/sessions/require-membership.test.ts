import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import { decideMembership } from "./require-membership.ts";
import { secondFactorFreshMs } from "./session.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));

test("setting up a second factor requires only the password if there is none, otherwise an existing factor", () => {
  const anySession = fc.record({
    stage: fc.constantFrom("password" as const, "complete" as const),
    secondFactorAt: fc.option(
      fc.integer({ min: 0, max: 2 * secondFactorFreshMs }).map((ageMs) => instantFromMs(now - ageMs)),
      { nil: undefined },
    ),
  });
  const anyFactors = fc.record({ hasTotp: fc.boolean(), passkeys: fc.integer({ min: 0, max: 2 }) });
  fc.assert(
    fc.property(anySession, anyFactors, (session, factors) => {
      const refusal = decideMembership(session, factors, now);
      const { stage, secondFactorAt } = session;
      const hasShown =
        stage === "complete" && secondFactorAt !== undefined && now - secondFactorAt < secondFactorFreshMs;
      expect(refusal === undefined).toBe((!factors.hasTotp && factors.passkeys === 0) || hasShown);
    }),
  );
  expect(decideMembership(undefined, { hasTotp: false, passkeys: 0 }, now)?.code).toBe("sign_in_required");
});
