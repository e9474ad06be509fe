import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { keyOf, openVerificationWorld, type VerificationWorld } from "../../../test/verification.ts";
import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { ManagedAccount } from "../account.ts";
import type { AdvanceDeps } from "./advance.ts";
import { approveReview } from "./approve-review.ts";
import { clearHit } from "./clear-hit.ts";
import { acceptDocument, rejectDocument } from "./judge-document.ts";
import { listReviews } from "./list-reviews.ts";
import { noteLinkedDocuments } from "./note-linked-documents.ts";
import { rejectReview } from "./reject-review.ts";
import { requestDocuments } from "./request-documents.ts";
import { findReviewKey, showReview } from "./show-review.ts";
import type { Verification } from "./verification.ts";

const reviewer: Cause = { actor: { type: "operator", name: "Rosa" }, requestId: undefined };
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
  const rest = await listReviews(database, one === undefined ? {} : { after: one });
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

test("a document that comes after a person has looked makes that person look again", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, {}, "mainnet");
  const { revision } = await world.reviewOf(account);
  await linkLetter(world, account);
  const decision = { ...keyOf(account), revision, cause: reviewer, reason };
  await expect(
    world.deps.database.transaction((tx) => approveReview(world.deps, tx, decision)),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("a rejected document stays as a record and is asked for again, with the event again", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, {}, "mainnet");
  const documents = [{ documentKind: "ein_letter", personLabel: undefined }] as const;
  await decide(world, account, (tx, on) =>
    requestDocuments(world.deps, tx, { ...on, reason: undefined, wanted: { documents } }),
  );
  const documentId = await linkLetter(world, account);
  await world.verify(account);
  const reject = () =>
    decide(world, account, (tx, on) => rejectDocument(world.deps, tx, { ...on, documentId, reason }));
  await reject();
  expect((await world.reviewOf(account)).state.stage).toBe("documents_required");
  const { requirements } = await showReview(world.deps, world.deps.database, keyOf(account));
  expect(requirements.map(({ status }) => status)).toEqual(["rejected", "pending_upload"]);
  const asked = { data: { documents: [{ document_kind: "ein_letter", status: "pending_upload" }] } };
  expect(await world.eventsOf(account)).toMatchObject([asked, asked]);
  await expect(reject()).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("an accepted document says so, and leaves the review where it is", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, {}, "mainnet");
  const documents = [{ documentKind: "ein_letter", personLabel: undefined }] as const;
  await decide(world, account, (tx, on) =>
    requestDocuments(world.deps, tx, { ...on, reason: undefined, wanted: { documents } }),
  );
  const documentId = await linkLetter(world, account);
  await world.verify(account);
  const accept = (id: string) =>
    decide(world, account, (tx, on) => acceptDocument(world.deps, tx, { ...on, documentId: id }));
  await accept(documentId);
  const review = await showReview(world.deps, world.deps.database, keyOf(account));
  expect(review.requirements.map(({ status }) => status)).toEqual(["accepted"]);
  expect(review.verification.state.stage).toBe("in_review");
  expect(review.decisions[0]).toMatchObject({ event: "person_accepted_document", actorId: "Rosa" });
  await expect(accept(documentId)).rejects.toMatchObject({ refusal: { code: "conflict" } });
  const strange = world.deps.newId<"document">();
  await expect(accept(strange)).rejects.toMatchObject({ refusal: { code: "not_found" } });
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

async function waiting(
  world: VerificationWorld,
  request: Parameters<VerificationWorld["createAccount"]>[0] = {},
  network: "testnet" | "mainnet" = "testnet",
): Promise<ManagedAccount> {
  const account = await world.createAccount(request, network);
  await world.verify(account);
  expect((await world.reviewOf(account)).state.stage).toBe("in_review");
  world.clock.advance(1_000);
  return account;
}

type On = Pick<Verification, "tenantId" | "accountId" | "revision"> & { readonly cause: Cause };

async function decide<T>(
  world: VerificationWorld,
  account: ManagedAccount,
  work: (tx: Transaction, on: On) => Promise<T>,
): Promise<T> {
  const { revision } = await world.reviewOf(account);
  return world.deps.database.transaction((tx) => work(tx, { ...keyOf(account), revision, cause: reviewer }));
}

async function linkLetter(
  { deps }: { readonly deps: AdvanceDeps & VerificationWorld["deps"] },
  account: ManagedAccount,
): Promise<string> {
  const id = deps.newId<"document">();
  const letter = { documentKind: "ein_letter", documentType: "business_document" } as const;
  const linkedDocuments = [{ ...letter, id, personLabel: undefined }];
  await deps.database.transaction((tx) =>
    noteLinkedDocuments(deps, tx, { account, cause: testCause, linkedDocuments }),
  );
  return id;
}

function writeBigInts(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
