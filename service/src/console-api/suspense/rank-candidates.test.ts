import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { addMs, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { type Candidate, type HeldMoney, rankCandidates } from "./rank-candidates.ts";

const newId = createIdFactory(systemClock);
const now = instantFromMs(Date.UTC(2026, 10, 15));
const accountId = newId<"account">();
const tenantId = newId<"tenant">();

const held: HeldMoney = {
  amountCents: 50_000n,
  accountId: undefined,
  owner: undefined,
  senderName: "INITECH, L.L.C.",
  receivedAt: now,
};

function candidate(more: Partial<Candidate> = {}): Candidate {
  return {
    owner: { name: "transfers", subject: newId<"transfer">() },
    tenantId,
    accountId,
    accountNames: ["Unrelated"],
    likeness: [],
    isWritten: false,
    requestedCents: 50_000n,
    closedBecause: undefined,
    createdAt: addMs(now, -30 * 86_400_000),
    ...more,
  };
}

test("an explicit reference outweighs a matching amount", () => {
  const written = candidate({ isWritten: true });
  const near = candidate({ likeness: ["near_memo"] });
  const fitting = candidate();
  expect(rankCandidates(held, [fitting, near, written]).map(({ owner }) => owner)).toEqual([
    written.owner,
    near.owner,
    fitting.owner,
  ]);
});

test("the strongest signs come first, even if the candidate would reject the payment, with the reason", () => {
  const other = candidate({ likeness: ["number"], requestedCents: 12_345n });
  const closed = candidate({
    isWritten: true,
    closedBecause: "Does not accept payments (status: complete).",
  });
  const open = candidate({ requestedCents: undefined, accountId: held.accountId ?? accountId });
  const ranked = rankCandidates({ ...held, accountId }, [open, other, closed]);
  expect(ranked.map(({ owner }) => owner)).toEqual([closed.owner, other.owner, open.owner]);
  expect(ranked.map(({ obstacle }) => obstacle)).toEqual([
    "Does not accept payments (status: complete).",
    "Amount mismatch: expects 123.45 USD.",
    undefined,
  ]);
});

test("of two candidates with the same signs, the one that would accept the payment comes first", () => {
  const closed = candidate({ closedBecause: "Does not accept payments (status: complete)." });
  const open = candidate({ createdAt: undefined });
  expect(rankCandidates(held, [closed, open]).map(({ owner }) => owner)).toEqual([open.owner, closed.owner]);
});

test.each([
  [["Initech LLC"], true],
  [["Something else", "initech"], true],
  [["Initrode LLC"], false],
  [[], false],
])("a sender name that matches the account is a reason: %s", (accountNames, isLike) => {
  const [ranked] = rankCandidates(held, [candidate({ accountNames })]);
  expect(ranked?.signs.includes("sender")).toBe(isLike);
});

test("a sender without a name matches no account, not even one without a name", () => {
  const [ranked] = rankCandidates({ ...held, senderName: undefined }, [candidate({ accountNames: ["LLC"] })]);
  expect(ranked?.signs).not.toContain("sender");
});

test("account, former owner and time are reasons as well", () => {
  const owner = { name: "automations", subject: newId<"automation">() };
  const [ranked] = rankCandidates({ ...held, accountId, owner }, [
    candidate({ owner, requestedCents: undefined, createdAt: addMs(now, -86_400_000) }),
  ]);
  expect(ranked?.signs).toEqual(["owner", "account", "time"]);
  const [later] = rankCandidates(held, [candidate({ createdAt: addMs(now, 1) })]);
  expect(later?.signs).toEqual(["amount"]);
});

const anyCandidate = fc
  .record({
    subject: fc.stringMatching(/^[0-9A-Z]{26}$/),
    likeness: fc.uniqueArray(fc.constantFrom("number", "memo", "near_number", "near_memo", "written_number")),
    isWritten: fc.boolean(),
    requestedCents: fc.option(fc.constantFrom(50_000n, 1n), { nil: undefined }),
    isClosed: fc.boolean(),
    age: fc.integer({ min: -5, max: 60 }),
  })
  .map(({ subject, isClosed, age, ...rest }) =>
    candidate({
      ...rest,
      owner: { name: "transfers", subject },
      closedBecause: isClosed ? "closed" : undefined,
      createdAt: addMs(now, -age * 86_400_000),
    }),
  );
const someCandidates = fc.uniqueArray(anyCandidate, {
  selector: ({ owner }) => owner.subject,
  maxLength: 12,
});

test("ranking is deterministic, complete and sorted by score", () => {
  fc.assert(
    fc.property(someCandidates, fc.infiniteStream(fc.nat()), (candidates, dice) => {
      const ranked = rankCandidates(held, candidates);
      const shuffled = candidates
        .map((each) => ({ each, at: dice.next().value ?? 0 }))
        .toSorted((left, right) => left.at - right.at)
        .map(({ each }) => each);
      expect(rankCandidates(held, shuffled)).toEqual(ranked);
      expect(ranked).toHaveLength(candidates.length);
      for (const [index, one] of ranked.entries()) {
        const before = ranked[index - 1];
        if (before === undefined) continue;
        expect(before.score).toBeGreaterThanOrEqual(one.score);
        if (one.score === before.score && one.obstacle === undefined) expect(before.obstacle).toBeUndefined();
      }
    }),
  );
});

test("an additional reason never lowers a candidate's rank", () => {
  fc.assert(
    fc.property(anyCandidate, (each) => {
      const [plain] = rankCandidates(held, [{ ...each, isWritten: false }]);
      const [written] = rankCandidates(held, [{ ...each, isWritten: true }]);
      expect(written?.score).toBeGreaterThan(plain?.score ?? 0);
    }),
  );
});
