import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import { decideStanding } from "./require-standing.ts";
import { secondFactorFreshMs } from "./session.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));

test("a second factor is set up after the password by whoever has none, and by others after showing it", () => {
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
      const refusal = decideStanding(session, factors, now);
      const { stage, secondFactorAt } = session;
      const hasShown =
        stage === "complete" && secondFactorAt !== undefined && now - secondFactorAt < secondFactorFreshMs;
      expect(refusal === undefined).toBe((!factors.hasTotp && factors.passkeys === 0) || hasShown);
    }),
  );
  expect(decideStanding(undefined, { hasTotp: false, passkeys: 0 }, now)?.code).toBe("sign_in_required");
});
