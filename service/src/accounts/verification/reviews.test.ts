import { expect, test } from "vitest";
import { decide, reviewer, waiting } from "../../../test/reviewing.ts";
import { keyOf, openVerificationEnvironment } from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { approveReview } from "./approve-review.ts";
import { clearHit } from "./clear-hit.ts";
import { rejectReview } from "./reject-review.ts";
import { rescreenAccounts } from "./rescreen-accounts.ts";
import { reviewQueue, reviewsAtStage } from "./review-store.ts";
import { findReviewKey, showReview } from "./show-review.ts";

const controllerOnList = { "3": "VANDERQUACK, Wilhelmina" };
const reason = "another birth date, and another country";

test("the review queue is sorted by waiting time, with pages and a network filter", async () => {
  await using env = await openVerificationEnvironment();
  const first = await waiting(env, { business_name: "Alpha Review LLC" });
  await env.setList(controllerOnList);
  const second = await waiting(env, { business_name: "Beta LLC", name: "Beta" });
  const third = await waiting(env, {}, "mainnet");
  await env.setList({ "99": "UNRELATED, Name" });
  const done = await env.createAccount({ business_name: "Gamma LLC" });
  await env.verify(done);
  const { database } = env.deps;
  const { items: all } = await reviewQueue.read(database, {}, { limit: 10 });
  expect(all.map(({ verification }) => verification.accountId)).toEqual([first.id, second.id, third.id]);
  expect(all[1]).toMatchObject({
    accountName: "Beta",
    hitCount: 1,
    flagCount: 0,
    verification: { state: { stage: "in_review", hasOpenHit: true } },
  });
  expect(all[0]).toMatchObject({ hitCount: 0 });
  const { positions } = await reviewQueue.read(database, {}, { limit: 1 });
  const rest = await reviewQueue.read(database, {}, { position: positions[0], limit: 10 });
  expect(rest.items.map(({ verification }) => verification.accountId)).toEqual([second.id, third.id]);
  const mainnet = await reviewQueue.read(database, { network: "mainnet" }, { limit: 10 });
  expect(mainnet.items.map(({ verification }) => verification.accountId)).toEqual([third.id]);
});

test("a review shows the data needed for a decision, masked", async () => {
  await using env = await openVerificationEnvironment();
  await env.setList(controllerOnList);
  const account = await waiting(env);
  const { database } = env.deps;
  const review = await showReview(env.deps, database, await findReviewKey(database, account.id));
  expect(review.profile).toMatchObject({
    business: { ein: "*****8765" },
    individuals: [{ label: "controller", ssn: "*****7694", birthYear: "1964" }, { label: "owner_1" }],
  });
  expect(review.screenings.flatMap(({ hits }) => hits)).toMatchObject([
    { uid: "3", sanctionedName: "VANDERQUACK, Wilhelmina", explanation: { basis: "name" } },
  ]);
  expect(review.decisions).toMatchObject([{ event: "screened_hit", toStage: "in_review" }]);
  const text = JSON.stringify(review);
  for (const secret of ["512387694", "512-38-7694", "123498765", "1964-08-23"]) {
    expect(text).not.toContain(secret);
  }
});

test("an id without a managed account is not found", async () => {
  await using env = await openVerificationEnvironment();
  const { database } = env.deps;
  for (const id of ["nonsense", env.manager.id, env.deps.newId<"account">()]) {
    await expect(findReviewKey(database, id)).rejects.toMatchObject({ refusal: { code: "not_found" } });
  }
});

test("approving completes the account and records actor and reason", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, { business_name: "Alpha Review LLC" });
  await decide(env, account, (tx, on) => approveReview(env.deps, tx, { ...on, reason: undefined }));
  expect(await env.statusOf(account)).toBe("complete");
  expect((await env.eventsOf(account)).map(({ type }) => type)).toEqual(["account.verification.completed"]);
  const { decisions } = await showReview(env.deps, env.deps.database, keyOf(account));
  expect(decisions[0]).toMatchObject({
    event: "reviewer_approved",
    actorType: "operator",
    actorId: "Rosa",
    reason: undefined,
  });
});

test("an account with a hit is approved only with a reason, which stays internal", async () => {
  await using env = await openVerificationEnvironment();
  await env.setList(controllerOnList);
  const account = await waiting(env);
  const approve = (text: string | undefined) =>
    decide(env, account, (tx, on) => approveReview(env.deps, tx, { ...on, reason: text }));
  for (const text of [undefined, "", "   ", "a\u0007b", "x".repeat(1_001)]) {
    await expect(approve(text)).rejects.toMatchObject({
      refusal: { code: "validation_failed", errors: [{ pointer: "/reason" }] },
    });
  }
  expect(await env.statusOf(account)).toBe("pending");
  await approve(`  ${reason} `);
  expect(await env.reviewOf(account)).toMatchObject({ state: { stage: "complete", hasOpenHit: false } });
  const { decisions } = await showReview(env.deps, env.deps.database, keyOf(account));
  expect(decisions[0]).toMatchObject({ event: "reviewer_approved", reason });
  expect(JSON.stringify(await env.eventsOf(account))).not.toContain(reason);
  const audit = await env.deps.database.rows(statement("SELECT * FROM audit_log"));
  expect(JSON.stringify(audit, writeBigInts)).not.toContain(reason);
});

test("an account with a flag is approved only with a reason", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, { business_name: "Alpha Review LLC", phone_number: "212-555-0100" });
  const approve = (text: string | undefined) =>
    decide(env, account, (tx, on) => approveReview(env.deps, tx, { ...on, reason: text }));
  await expect(approve(undefined)).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  await approve("they use another number");
  expect(await env.statusOf(account)).toBe("complete");
});

test("rejecting requires a reason, and the manager gets only a code", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, { business_name: "Alpha Review LLC" });
  const reject = (text: string) =>
    decide(env, account, (tx, on) =>
      rejectReview(env.deps, tx, { ...on, reason: text, code: "information_mismatch" }),
    );
  await expect(reject(" ")).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  await reject("the letterhead was made at home");
  expect(await env.statusOf(account)).toBe("rejected");
  expect(await env.eventsOf(account)).toMatchObject([
    { type: "account.verification.rejected", data: { reason_code: "information_mismatch" } },
  ]);
});

test("of two reviewers who decide on the same revision, the second is refused", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, { business_name: "Alpha Review LLC" });
  const { revision } = await env.reviewOf(account);
  const on = { ...keyOf(account), revision, cause: reviewer };
  const outcomes = await Promise.allSettled([
    env.deps.database.transaction((tx) => approveReview(env.deps, tx, { ...on, reason })),
    env.deps.database.transaction((tx) => rejectReview(env.deps, tx, { ...on, reason, code: "compliance" })),
  ]);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { refusal: { code: "conflict" } } }]);
  expect(await env.eventsOf(account)).toHaveLength(1);
});

test("reviews that wait for documents are found by state, page by page", async () => {
  await using env = await openVerificationEnvironment();
  const accounts: ManagedAccount[] = [];
  for (const business_name of ["Alpha Document LLC", "Beta Document LLC", "Gamma Document LLC"]) {
    const account = await env.createAccount({ business_name });
    await env.verify(account);
    env.clock.advance(1_000);
    accounts.push(account);
  }
  const { database } = env.deps;
  const stage = "documents_required";
  const limit = 10;
  const ids = accounts.map(({ id }) => id);
  expect((await reviewQueue.read(database, {}, { limit })).items).toEqual([]);
  const first = await reviewsAtStage.read(database, { stage }, { limit: 1 });
  const rest = await reviewsAtStage.read(database, { stage }, { position: first.positions[0], limit });
  const found = [...first.items, ...rest.items];
  expect(found.map(({ verification }) => verification.accountId)).toEqual(ids);
  const mainnet = { stage, network: "mainnet" } as const;
  expect((await reviewsAtStage.read(database, mainnet, { limit })).items).toEqual([]);
  expect((await reviewsAtStage.read(database, { stage: "in_review" }, { limit })).items).toEqual([]);
});

test("a hit of a previous list is shown until a reviewer has decided on it", async () => {
  await using env = await openVerificationEnvironment();
  await env.setList(controllerOnList);
  const account = await waiting(env);
  await env.setList({ "99": "UNRELATED, Name" });
  await rescreenAccounts(env.deps, new AbortController().signal);
  env.clock.advance(1_000);
  const undecided = async () => {
    const review = await showReview(env.deps, env.deps.database, keyOf(account));
    return review.undecided.map(({ subjectLabel, hits }) => [subjectLabel, ...hits.map(({ uid }) => uid)]);
  };
  expect(await undecided()).toEqual([["controller", "3"]]);
  await decide(env, account, (tx, on) => approveReview(env.deps, tx, { ...on, reason }));
  expect(await undecided()).toEqual([]);
});

test("a reviewer can reject an account that could not be screened yet, but not approve it", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount();
  await expect(
    decide(env, account, (tx, on) => approveReview(env.deps, tx, { ...on, reason })),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
  await decide(env, account, (tx, on) => rejectReview(env.deps, tx, { ...on, reason, code: "not_eligible" }));
  expect(await env.statusOf(account)).toBe("rejected");
});

test("an account without a hit has none to clear", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount();
  await env.verify(account);
  await expect(
    decide(env, account, (tx, on) => clearHit(env.deps, tx, { ...on, reason })),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("the service can neither change nor delete decisions and screenings", async () => {
  await using env = await openVerificationEnvironment();
  await waiting(env, { business_name: "Alpha Review LLC" });
  for (const table of ["verification_decisions", "screenings"]) {
    for (const text of [`UPDATE ${table} SET id = id`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      await expect(env.deps.database.run(statement(text))).rejects.toThrow("permission denied");
    }
  }
});

function writeBigInts(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
