import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { decide, reviewer, waiting } from "../../../test/reviewing.ts";
import { keyOf, openVerificationWorld, type VerificationWorld } from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { approveReview } from "./approve-review.ts";
import { acceptDocument, rejectDocument } from "./judge-document.ts";
import { noteLinkedDocuments } from "./note-linked-documents.ts";
import { requestDocuments } from "./request-documents.ts";
import { presentRequirements } from "./requirement-answer.ts";
import { showReview } from "./show-review.ts";

const reason = "another birth date, and another country";

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

test("nobody is asked for documents that cannot be sent", async () => {
  await using world = await openVerificationWorld();
  const ask = (account: ManagedAccount) =>
    decide(world, account, (tx, on) =>
      requestDocuments(world.deps, tx, { ...on, reason: undefined, wanted: { set: "address" } }),
    );
  const onTestnet = await waiting(world, { business_name: "Alpha Review LLC" });
  const selfAttested = await waiting(world, {}, "mainnet");
  await world.deps.database.run(statement("UPDATE accounts SET self_attested = true WHERE id = $1"), [
    selfAttested.id,
  ]);
  for (const account of [onTestnet, selfAttested]) {
    await expect(ask(account)).rejects.toMatchObject({ refusal: { code: "conflict" } });
    expect((await world.reviewOf(account)).state.stage).toBe("in_review");
  }
  const documentId = await linkLetter(world, onTestnet);
  await expect(
    decide(world, onTestnet, (tx, on) => rejectDocument(world.deps, tx, { ...on, documentId, reason })),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("what has not come when the review ends is not asked for any more", async () => {
  await using world = await openVerificationWorld();
  const account = await waiting(world, {}, "mainnet");
  const documents = [
    { documentKind: "ein_letter", personLabel: undefined },
    { documentKind: "proof_of_address", personLabel: undefined },
  ] as const;
  await decide(world, account, (tx, on) =>
    requestDocuments(world.deps, tx, { ...on, reason: undefined, wanted: { documents } }),
  );
  await linkLetter(world, account);
  await decide(world, account, (tx, on) => approveReview(world.deps, tx, { ...on, reason }));
  const { requirements } = await showReview(world.deps, world.deps.database, keyOf(account));
  expect(requirements.map(({ status }) => status)).toEqual(["uploaded", "withdrawn"]);
  expect(presentRequirements(requirements).map(({ status }) => status)).toEqual(["uploaded"]);
});

async function linkLetter({ deps }: VerificationWorld, account: ManagedAccount): Promise<string> {
  const id = deps.newId<"document">();
  const letter = { documentKind: "ein_letter", documentType: "business_document" } as const;
  const linkedDocuments = [{ ...letter, id, personLabel: undefined }];
  await deps.database.transaction((tx) =>
    noteLinkedDocuments(deps, tx, { account, cause: testCause, linkedDocuments }),
  );
  return id;
}
