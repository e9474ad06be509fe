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
    accountNames: ["Somebody"],
    likeness: [],
    isWritten: false,
    requestedCents: 50_000n,
    closedBecause: undefined,
    createdAt: addMs(now, -30 * 86_400_000),
    ...more,
  };
}

test("what the sender wrote down counts for more than an amount that happens to fit", () => {
  const written = candidate({ isWritten: true });
  const near = candidate({ likeness: ["near_memo"] });
  const fitting = candidate();
  expect(rankCandidates(held, [fitting, near, written]).map(({ owner }) => owner)).toEqual([
    written.owner,
    near.owner,
    fitting.owner,
  ]);
});

test("whoever would refuse the money stands behind everybody who would take it, and says why", () => {
  const other = candidate({ likeness: ["memo"], requestedCents: 12_345n });
  const closed = candidate({ isWritten: true, closedBecause: "It does not wait for money: it is complete." });
  const open = candidate({ requestedCents: undefined });
  const ranked = rankCandidates(held, [other, closed, open]);
  expect(ranked.map(({ owner }) => owner)).toEqual([open.owner, closed.owner, other.owner]);
  expect(ranked.map(({ obstacle }) => obstacle)).toEqual([
    undefined,
    "It does not wait for money: it is complete.",
    "It waits for 123.45 USD and for no other amount.",
  ]);
});

test.each([
  [["Initech LLC"], true],
  [["Something else", "initech"], true],
  [["Initrode LLC"], false],
  [[], false],
])("a sender with the name of an account speaks for it: %s", (accountNames, isLike) => {
  const [ranked] = rankCandidates(held, [candidate({ accountNames })]);
  expect(ranked?.signs.includes("sender")).toBe(isLike);
});

test("a sender without a name is like nobody, also not like an account without one", () => {
  const [ranked] = rankCandidates({ ...held, senderName: undefined }, [candidate({ accountNames: ["LLC"] })]);
  expect(ranked?.signs).not.toContain("sender");
});

test("account, former owner and time speak as well", () => {
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

test("the order is the same however they were found, nobody is lost, and nobody is better than who stands before", () => {
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
        if (one.obstacle === undefined) expect(before.obstacle).toBeUndefined();
        if ((one.obstacle === undefined) === (before.obstacle === undefined)) {
          expect(before.score).toBeGreaterThanOrEqual(one.score);
        }
      }
    }),
  );
});

test("one sign more never makes a candidate less likely", () => {
  fc.assert(
    fc.property(anyCandidate, (each) => {
      const [plain] = rankCandidates(held, [{ ...each, isWritten: false }]);
      const [written] = rankCandidates(held, [{ ...each, isWritten: true }]);
      expect(written?.score).toBeGreaterThan(plain?.score ?? 0);
    }),
  );
});
