import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import {
  keyOf,
  openVerificationEnvironment,
  type VerificationEnvironment,
} from "../../../test/verification.ts";
import type { ManagedAccount } from "../account.ts";
import { listDocuments } from "./list-documents.ts";
import { noteLinkedDocuments } from "./note-linked-documents.ts";
import { requestDocuments } from "./request-documents.ts";
import type { LinkedDocument, RequiredDocument } from "./requirements.ts";
import { reviewQueue } from "./review-store.ts";

const certificate = { documentKind: "certificate_of_good_standing", personLabel: undefined } as const;
const photo = (personLabel: string) => ({ documentKind: "government_photo_id", personLabel }) as const;
const letter = { documentKind: "ein_letter", personLabel: undefined } as const;

test("with the last requested document the review continues, and the sandbox completes it", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({ business_name: "Quill Document LLC" });
  await env.verify(account);
  await link(env, account, [certificate, photo("controller"), letter]);
  expect((await env.reviewOf(account)).state.stage).toBe("documents_required");
  expect(await shown(env, account)).toEqual({
    documents: [
      "certificate_of_good_standing uploaded",
      "government_photo_id controller uploaded",
      "government_photo_id owner_1 pending_upload",
    ],
    otherCount: 1,
    personLabels: ["controller", "owner_1"],
  });
  await link(env, account, [photo("owner_1")]);
  expect((await env.reviewOf(account)).state.stage).toBe("deciding");
  await env.verify(account);
  expect(await env.statusOf(account)).toBe("complete");
  expect((await env.eventsOf(account)).map(({ type }) => type)).toEqual([
    "account.verification.documents_required",
    "account.verification.completed",
  ]);
});

test("with manual verification, the account returns to the review queue", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({}, "mainnet");
  await env.verify(account);
  await request(env, account, [letter]);
  expect((await env.reviewOf(account)).waitingSince).toBeUndefined();
  env.clock.advance(60_000);
  await link(env, account, [letter]);
  await env.verify(account);
  expect(await env.reviewOf(account)).toMatchObject({
    state: { stage: "in_review", hasOpenHit: false },
    waitingSince: env.clock.now(),
  });
});

test("with an open hit the account returns to the review queue without querying the provider", async () => {
  await using env = await openVerificationEnvironment();
  await env.setList({ "3": "VANDERQUACK, Wilhelmina" });
  const account = await env.createAccount({}, "mainnet");
  await env.verify(account);
  await request(env, account, [photo("controller")]);
  // It is in the queue before that, too: only a reviewer can decide on the hit.
  expect(
    (await reviewQueue.read(env.deps.database, {}, { limit: 10 })).items.map(
      ({ verification }) => verification.state,
    ),
  ).toEqual([{ stage: "documents_required", hasOpenHit: true }]);
  await link(env, account, [photo("controller")]);
  expect((await env.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
});

test("documents linked earlier do not fulfill a reviewer's request", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({}, "mainnet");
  await env.verify(account);
  await link(env, account, [letter]);
  await request(env, account, [letter]);
  expect(await shown(env, account)).toMatchObject({
    documents: ["ein_letter pending_upload"],
    otherCount: 1,
  });
});

test("documents are linked only while the account is pending", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount();
  await env.verify(account);
  await expect(link(env, account, [letter])).rejects.toMatchObject({ refusal: { code: "conflict" } });
  expect(await shown(env, account)).toMatchObject({ documents: [], otherCount: 0 });
});

test("a managing account has no review and no documents", async () => {
  await using env = await openVerificationEnvironment();
  const documents = await listDocuments(env.deps, env.deps.database, env.manager);
  expect(documents).toEqual({ requirements: [], otherCount: 0, personLabels: [] });
});

async function link(
  { deps }: VerificationEnvironment,
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

async function request(
  env: VerificationEnvironment,
  account: ManagedAccount,
  documents: readonly RequiredDocument[],
): Promise<void> {
  const { revision } = await env.reviewOf(account);
  const decision = {
    ...keyOf(account),
    revision,
    cause: testCause,
    reason: undefined,
    requested: { documents },
  };
  await env.deps.database.transaction((tx) => requestDocuments(env.deps, tx, decision));
}

async function shown({ deps }: VerificationEnvironment, account: ManagedAccount) {
  const { requirements, otherCount, personLabels } = await listDocuments(deps, deps.database, account);
  const documents = requirements.map(({ documentKind, personLabel, status }) =>
    [documentKind, personLabel, status].filter((part) => part !== undefined).join(" "),
  );
  return { documents, otherCount, personLabels };
}
