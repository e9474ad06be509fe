import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountId, TenantId, UserId } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { dollarCents, type HeldSubject } from "./held-subject.ts";
import { decideRelease, type ReleaseRequest } from "./release-request.ts";

const ada = "01JD7Q2M8W3T5V6X9YZABCDADA" as UserId;
const bob = "01JD7Q2M8W3T5V6X9YZABCDB0B" as UserId;

const subject: HeldSubject = {
  type: "transfer",
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  tenantId: "01JD7Q2M8W3T5V6X9YZABCTENA" as TenantId,
  network: "mainnet",
  accountId: "01JD7Q2M8W3T5V6X9YZABCTENA" as AccountId,
  cents: 1_000_001n,
  target: undefined,
  updatedAt: instantFromMs(1_000),
  neededRight: "sanctions.decide",
};
const dualApprovalAboveCents = 1_000_000n;

const requestBy = (requestedBy: UserId, more: Partial<ReleaseRequest> = {}): ReleaseRequest => ({
  subjectId: subject.id,
  cents: subject.cents,
  target: undefined,
  subjectUpdatedAt: subject.updatedAt,
  requestedBy,
  reason: "case 112",
  requestedAt: instantFromMs(2_000),
  ...more,
});

const decide = (userId: UserId, request?: ReleaseRequest, cents = subject.cents) =>
  decideRelease({ subject: { ...subject, cents }, dualApprovalAboveCents, request, userId });

describe("a release above the threshold", () => {
  test("is a request if it is the first", () => {
    expect(decide(ada)).toEqual({ type: "request" });
  });

  test("takes effect if another user has requested it", () => {
    const request = requestBy(ada);
    expect(decide(bob, request)).toEqual({ type: "release", approves: request });
  });

  test("is rejected for the requester", () => {
    expect(decide(ada, requestBy(ada))).toMatchObject({ kind: "refusal", code: "conflict" });
  });

  test("starts over if the amount or revision differs from what the first user saw", () => {
    expect(decide(bob, requestBy(ada, { cents: 999_999n }))).toEqual({ type: "request" });
    const older = requestBy(ada, { subjectUpdatedAt: instantFromMs(999) });
    expect(decide(bob, older)).toEqual({ type: "request" });
  });
});

test("up to and including the threshold, one user is enough", () => {
  expect(decide(ada, undefined, dualApprovalAboveCents)).toEqual({ type: "release", approves: undefined });
  const noRule = { subject, dualApprovalAboveCents: undefined, request: undefined, userId: ada };
  expect(decideRelease(noRule)).toEqual({ type: "release", approves: undefined });
});

test("above the threshold, in any order of actions, two different users release before it takes effect", () => {
  const users = [ada, bob, "01JD7Q2M8W3T5V6X9YZABCDEVE" as UserId];
  const actions = fc.array(
    fc.record({ who: fc.constantFrom(...users), what: fc.constantFrom("release", "withdraw") }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(actions, (sequence) => {
      let request: ReleaseRequest | undefined;
      for (const { who, what } of sequence) {
        if (what === "withdraw") {
          request = undefined;
          continue;
        }
        const outcome = decide(who, request);
        if (isRefusal(outcome)) {
          expect(request?.requestedBy).toBe(who);
          continue;
        }
        if (outcome.type === "request") {
          request = requestBy(who);
          continue;
        }
        expect(outcome.approves?.requestedBy).toBeDefined();
        expect(outcome.approves?.requestedBy).not.toBe(who);
        return;
      }
    }),
  );
});

test("tokens count as dollars, one to one, and a fraction of a cent as a whole one", () => {
  expect(dollarCents(10_000_000_000n, 6)).toBe(1_000_000n);
  expect(dollarCents(10_000_000_001n, 6)).toBe(1_000_001n);
  expect(dollarCents(7n, 0)).toBe(700n);
  expect(dollarCents(1n, 18)).toBe(1n);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }), (units, scale) => {
      const cents = dollarCents(units, scale);
      const exact = units * 100n;
      const step = 10n ** BigInt(scale);
      expect(cents * step >= exact && (cents - 1n) * step < exact).toBe(true);
    }),
  );
});
