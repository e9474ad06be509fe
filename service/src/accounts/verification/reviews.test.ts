import { expect, test } from "vitest";
import { decide, reviewer, waiting } from "../../../test/reviewing.ts";
import { keyOf, openVerificationWorld } from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { approveReview } from "./approve-review.ts";
import { clearHit } from "./clear-hit.ts";
import { listReviews, placeInQueue } from "./list-reviews.ts";
import { rejectReview } from "./reject-review.ts";
import { rescreenAccounts } from "./rescreen-accounts.ts";
import { findReviewKey, showReview } from "./show-review.ts";

const controllerOnList = { "3": "VANDERQUACK, Wilhelmina" };
const reason = "another birth date, and another country";

test("the queue shows who waits for a person, the longest first, page by page and by network", async () => {
  await using world = await openVerificationWorld();
  const first = await waiting(world, { business_name: "Alpha Review LLC" });
  await world.setList(controllerOnList);
  const second = await waiting(world, { business_name: "Beta LLC", name: "Beta" });
  const third = await waiting(world, {}, "mainnet");
  await world.setList({ "99": "NOBODY, Known" });
  const done = await world.createAccount({ business_name: "Gamma LLC" });
  await world.verify(done);
  const { database } = world.deps;
  const all = await listReviews(database);
  expect(all.map(({ verification }) => verification.accountId)).toEqual([first.id, second.id, third.id]);
  expect(all[1]).toMatchObject({
    accountName: "Beta",
    hitCount: 1,
    flagCount: 0,
    verification: { state: { stage: "in_review", hasOpenHit: true } },
  });
  expect(all[0]).toMatchObject({ hitCount: 0 });
  const [one] = await listReviews(database, { limit: 1 });
  const rest = await listReviews(database, one === undefined ? {} : { after: placeInQueue(one, undefined) });
  expect(rest.map(({ verification }) => verification.accountId)).toEqual([second.id, third.id]);
  const mainnet = await listReviews(database, { network: "mainnet" });
  expect(mainnet.map(({ verification }) => verification.accountId)).toEqual([third.id]);
});

test("a review shows what is needed to decide, masked", async () => {
  await using world = await openVerificationWorld();
  await world.setList(controllerOnList);
  const account = await waiting(world);
  const { database } = world.deps;
  const review = await showReview(world.deps, database, await findReviewKey(database, account.id));
  expect(review.profile).toMatchObject({
    business: { ein: "*****8765" },
    people: [{ label: "controller", ssn: "*****7694", birthYear: "1964" }, { label: "owner_1" }],
  });
  expect(review.screenings.flatMap(({ hits }) => hits)).toMatchObject([
    { uid: "3", listedName: "VANDERQUACK, Wilhelmina", explanation: { basis: "name" } },
  ]);
  expect(review.decisions).toMatchObject([{ event: "screened_hit", toStage: "in_review" }]);
  const text = JSON.stringify(review);
  for (const secret of ["512387694", "512-38-7694", "123498765", "1964-08-23"]) {
    expect(text).not.toContain(secret);
  }
});

test("nobody is found under an id that no managed account has", async () => {
  await using world = await openVerificationWorld();
  const { database } = world.deps;
  for (const id of ["nonsense", world.manager.id, world.deps.newId<"account">()]) {
    await expect(findReviewKey(database, id)).rejects.toMatchObject({ refusal: { code: "not_found" } });
  }
});

test("approving completes the account, with who did it and why", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, { business_name: "Alpha Review LLC" });
  await decide(world, account, (tx, on) => approveReview(world.deps, tx, { ...on, reason: undefined }));
  expect(await world.statusOf(account)).toBe("complete");
  expect((await world.eventsOf(account)).map(({ type }) => type)).toEqual(["account.verification.completed"]);
  const { decisions } = await showReview(world.deps, world.deps.database, keyOf(account));
  expect(decisions[0]).toMatchObject({
    event: "person_approved",
    actorType: "operator",
    actorId: "Rosa",
    reason: undefined,
  });
});

test("over a hit an account is approved only with a reason, which stays in the house", async () => {
  await using world = await openVerificationWorld();
  await world.setList(controllerOnList);
  const account = await waiting(world);
  const approve = (text: string | undefined) =>
    decide(world, account, (tx, on) => approveReview(world.deps, tx, { ...on, reason: text }));
  for (const text of [undefined, "", "   ", "a\u0007b", "x".repeat(1_001)]) {
    await expect(approve(text)).rejects.toMatchObject({
      refusal: { code: "validation_failed", errors: [{ pointer: "/reason" }] },
    });
  }
  expect(await world.statusOf(account)).toBe("pending");
  await approve(`  ${reason} `);
  expect(await world.reviewOf(account)).toMatchObject({ state: { stage: "complete", hasOpenHit: false } });
  const { decisions } = await showReview(world.deps, world.deps.database, keyOf(account));
  expect(decisions[0]).toMatchObject({ event: "person_approved", reason });
  expect(JSON.stringify(await world.eventsOf(account))).not.toContain(reason);
  const audit = await world.deps.database.rows(statement("SELECT * FROM audit_log"));
  expect(JSON.stringify(audit, writeBigInts)).not.toContain(reason);
});

test("over a flag an account is approved only with a reason", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, { business_name: "Alpha Review LLC", phone_number: "212-555-0100" });
  const approve = (text: string | undefined) =>
    decide(world, account, (tx, on) => approveReview(world.deps, tx, { ...on, reason: text }));
  await expect(approve(undefined)).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  await approve("they answer another number");
  expect(await world.statusOf(account)).toBe("complete");
});

test("rejecting wants a reason, and tells the manager a code alone", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, { business_name: "Alpha Review LLC" });
  const reject = (text: string) =>
    decide(world, account, (tx, on) =>
      rejectReview(world.deps, tx, { ...on, reason: text, code: "information_mismatch" }),
    );
  await expect(reject(" ")).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  await reject("the letterhead was made at home");
  expect(await world.statusOf(account)).toBe("rejected");
  expect(await world.eventsOf(account)).toMatchObject([
    { type: "account.verification.rejected", data: { reason_code: "information_mismatch" } },
  ]);
});

test("of two people who decide on the same, the second is told that it has changed", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, { business_name: "Alpha Review LLC" });
  const { revision } = await world.reviewOf(account);
  const on = { ...keyOf(account), revision, cause: reviewer };
  const outcomes = await Promise.allSettled([
    world.deps.database.transaction((tx) => approveReview(world.deps, tx, { ...on, reason })),
    world.deps.database.transaction((tx) =>
      rejectReview(world.deps, tx, { ...on, reason, code: "compliance" }),
    ),
  ]);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { refusal: { code: "conflict" } } }]);
  expect(await world.eventsOf(account)).toHaveLength(1);
});

test("what waits for documents is found by its stage, page by page", async () => {
  await using world = await openVerificationWorld();
  const accounts: ManagedAccount[] = [];
  for (const business_name of ["Alpha Document LLC", "Beta Document LLC", "Gamma Document LLC"]) {
    const account = await world.createAccount({ business_name });
    await world.verify(account);
    world.clock.advance(1_000);
    accounts.push(account);
  }
  const { database } = world.deps;
  const idsOf = (page: Awaited<ReturnType<typeof listReviews>>) =>
    page.map(({ verification }) => verification.accountId);
  const ids = accounts.map(({ id }) => id);
  expect(await listReviews(database)).toEqual([]);
  const stage = "documents_required";
  const [first] = await listReviews(database, { stage, limit: 1 });
  const rest = await listReviews(
    database,
    first === undefined ? { stage } : { stage, after: placeInQueue(first, stage) },
  );
  expect([first?.verification.accountId, ...idsOf(rest)]).toEqual(ids);
  expect(await listReviews(database, { stage, network: "mainnet" })).toEqual([]);
  expect(await listReviews(database, { stage: "in_review" })).toEqual([]);
});

test("a hit of a list that is not in use any more is shown until a person has decided on it", async () => {
  await using world = await openVerificationWorld();
  await world.setList(controllerOnList);
  const account = await waiting(world);
  await world.setList({ "99": "NOBODY, Known" });
  await rescreenAccounts(world.deps, new AbortController().signal);
  world.clock.advance(1_000);
  const undecided = async () => {
    const review = await showReview(world.deps, world.deps.database, keyOf(account));
    return review.undecided.map(({ subjectLabel, hits }) => [subjectLabel, ...hits.map(({ uid }) => uid)]);
  };
  expect(await undecided()).toEqual([["controller", "3"]]);
  await decide(world, account, (tx, on) => approveReview(world.deps, tx, { ...on, reason }));
  expect(await undecided()).toEqual([]);
});

test("a person may reject an account that nobody could screen yet, and not approve it", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount();
  await expect(
    decide(world, account, (tx, on) => approveReview(world.deps, tx, { ...on, reason })),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
  await decide(world, account, (tx, on) =>
    rejectReview(world.deps, tx, { ...on, reason, code: "not_eligible" }),
  );
  expect(await world.statusOf(account)).toBe("rejected");
});

test("there is no hit to clear on an account that has none", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount();
  await world.verify(account);
  await expect(
    decide(world, account, (tx, on) => clearHit(world.deps, tx, { ...on, reason })),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("neither decisions nor screenings can be changed by the service, nor removed", async () => {
  await using world = await openVerificationWorld();
  await waiting(world, { business_name: "Alpha Review LLC" });
  for (const table of ["verification_decisions", "screenings"]) {
    for (const text of [`UPDATE ${table} SET id = id`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      await expect(world.deps.database.run(statement(text))).rejects.toThrow("permission denied");
    }
  }
});

function writeBigInts(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
