import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { keyOf, openVerificationWorld, type VerificationWorld } from "../../../test/verification.ts";
import type { ManagedAccount } from "../account.ts";
import { listDocuments } from "./list-documents.ts";
import { listReviews } from "./list-reviews.ts";
import { noteLinkedDocuments } from "./note-linked-documents.ts";
import { requestDocuments } from "./request-documents.ts";
import type { LinkedDocument, RequiredDocument } from "./requirements.ts";

const certificate = { documentKind: "certificate_of_good_standing", personLabel: undefined } as const;
const photo = (personLabel: string) => ({ documentKind: "government_photo_id", personLabel }) as const;
const letter = { documentKind: "ein_letter", personLabel: undefined } as const;

test("with the last document that was asked for the review goes on, and the sandbox completes", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({ business_name: "Quill Document LLC" });
  await world.verify(account);
  await link(world, account, [certificate, photo("controller"), letter]);
  expect((await world.reviewOf(account)).state.stage).toBe("documents_required");
  expect(await shown(world, account)).toEqual({
    documents: [
      "certificate_of_good_standing uploaded",
      "government_photo_id controller uploaded",
      "government_photo_id owner_1 pending_upload",
    ],
    otherCount: 1,
    personLabels: ["controller", "owner_1"],
  });
  await link(world, account, [photo("owner_1")]);
  expect((await world.reviewOf(account)).state.stage).toBe("deciding");
  await world.verify(account);
  expect(await world.statusOf(account)).toBe("complete");
  expect((await world.eventsOf(account)).map(({ type }) => type)).toEqual([
    "account.verification.documents_required",
    "account.verification.completed",
  ]);
});

test("with a person as the provider, the account returns to the queue", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({}, "mainnet");
  await world.verify(account);
  await ask(world, account, [letter]);
  expect((await world.reviewOf(account)).waitingSince).toBeUndefined();
  world.clock.advance(60_000);
  await link(world, account, [letter]);
  await world.verify(account);
  expect(await world.reviewOf(account)).toMatchObject({
    state: { stage: "in_review", hasOpenHit: false },
    waitingSince: world.clock.now(),
  });
});

test("with an open hit the account returns to the queue without anybody being asked", async () => {
  await using world = await openVerificationWorld();
  await world.setList({ "3": "VANDERQUACK, Wilhelmina" });
  const account = await world.createAccount({}, "mainnet");
  await world.verify(account);
  await ask(world, account, [photo("controller")]);
  // Until then it is in the queue all the same: the hit is nobody's but a person's to decide on.
  expect((await listReviews(world.deps.database)).map(({ verification }) => verification.state)).toEqual([
    { stage: "documents_required", hasOpenHit: true },
  ]);
  await link(world, account, [photo("controller")]);
  expect((await world.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
});

test("what a person asks for is not served by what was linked before", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({}, "mainnet");
  await world.verify(account);
  await link(world, account, [letter]);
  await ask(world, account, [letter]);
  expect(await shown(world, account)).toMatchObject({
    documents: ["ein_letter pending_upload"],
    otherCount: 1,
  });
});

test("documents are linked only while the account is pending", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount();
  await world.verify(account);
  await expect(link(world, account, [letter])).rejects.toMatchObject({ refusal: { code: "conflict" } });
  expect(await shown(world, account)).toMatchObject({ documents: [], otherCount: 0 });
});

test("a managing account has no review, and so no documents", async () => {
  await using world = await openVerificationWorld();
  const listed = await listDocuments(world.deps, world.deps.database, world.manager);
  expect(listed).toEqual({ requirements: [], otherCount: 0, personLabels: [] });
});

async function link(
  { deps }: VerificationWorld,
  account: ManagedAccount,
  documents: readonly RequiredDocument[],
): Promise<void> {
  const linkedDocuments = documents.map(
    (document): LinkedDocument => ({
      ...document,
      id: deps.newId<"document">(),
      documentType: document.personLabel === undefined ? "business_document" : "individual_document",
    }),
  );
  await deps.database.transaction((tx) =>
    noteLinkedDocuments(deps, tx, { account, cause: testCause, linkedDocuments }),
  );
}

async function ask(
  world: VerificationWorld,
  account: ManagedAccount,
  documents: readonly RequiredDocument[],
): Promise<void> {
  const { revision } = await world.reviewOf(account);
  const decision = {
    ...keyOf(account),
    revision,
    cause: testCause,
    reason: undefined,
    wanted: { documents },
  };
  await world.deps.database.transaction((tx) => requestDocuments(world.deps, tx, decision));
}

async function shown({ deps }: VerificationWorld, account: ManagedAccount) {
  const { requirements, otherCount, personLabels } = await listDocuments(deps, deps.database, account);
  const documents = requirements.map(({ documentKind, personLabel, status }) =>
    [documentKind, personLabel, status].filter((part) => part !== undefined).join(" "),
  );
  return { documents, otherCount, personLabels };
}
