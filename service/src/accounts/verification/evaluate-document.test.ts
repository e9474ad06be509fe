import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { decide, reviewer, waiting } from "../../../test/reviewing.ts";
import {
  keyOf,
  openVerificationEnvironment,
  type VerificationEnvironment,
} from "../../../test/verification.ts";
import { statement } from "../../db/statement.ts";
import type { ManagedAccount } from "../account.ts";
import { approveReview } from "./approve-review.ts";
import { acceptDocument, rejectDocument } from "./evaluate-document.ts";
import { noteLinkedDocuments } from "./note-linked-documents.ts";
import { requestDocuments } from "./request-documents.ts";
import { presentRequirements } from "./requirement-response.ts";
import { showReview } from "./show-review.ts";

const reason = "another birth date, and another country";

test("a document linked after a reviewer loaded the review makes the decision stale", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, {}, "mainnet");
  const { revision } = await env.reviewOf(account);
  await linkLetter(env, account);
  const decision = { ...keyOf(account), revision, cause: reviewer, reason };
  await expect(
    env.deps.database.transaction((tx) => approveReview(env.deps, tx, decision)),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("a rejected document is kept as a record and requested again, with another event", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, {}, "mainnet");
  const documents = [{ documentKind: "ein_letter", personLabel: undefined }] as const;
  await decide(env, account, (tx, on) =>
    requestDocuments(env.deps, tx, { ...on, reason: undefined, requested: { documents } }),
  );
  const documentId = await linkLetter(env, account);
  await env.verify(account);
  const reject = () =>
    decide(env, account, (tx, on) => rejectDocument(env.deps, tx, { ...on, documentId, reason }));
  await reject();
  expect((await env.reviewOf(account)).state.stage).toBe("documents_required");
  const { requirements } = await showReview(env.deps, env.deps.database, keyOf(account));
  expect(requirements.map(({ status }) => status)).toEqual(["rejected", "pending_upload"]);
  const requested = { data: { documents: [{ document_kind: "ein_letter", status: "pending_upload" }] } };
  expect(await env.eventsOf(account)).toMatchObject([requested, requested]);
  await expect(reject()).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("accepting a document records the decision and does not change the review's state", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, {}, "mainnet");
  const documents = [{ documentKind: "ein_letter", personLabel: undefined }] as const;
  await decide(env, account, (tx, on) =>
    requestDocuments(env.deps, tx, { ...on, reason: undefined, requested: { documents } }),
  );
  const documentId = await linkLetter(env, account);
  await env.verify(account);
  const accept = (id: string) =>
    decide(env, account, (tx, on) => acceptDocument(env.deps, tx, { ...on, documentId: id }));
  await accept(documentId);
  const review = await showReview(env.deps, env.deps.database, keyOf(account));
  expect(review.requirements.map(({ status }) => status)).toEqual(["accepted"]);
  expect(review.verification.state.stage).toBe("in_review");
  expect(review.decisions[0]).toMatchObject({ event: "reviewer_accepted_document", actorId: "Rosa" });
  await expect(accept(documentId)).rejects.toMatchObject({ refusal: { code: "conflict" } });
  const strange = env.deps.newId<"document">();
  await expect(accept(strange)).rejects.toMatchObject({ refusal: { code: "not_found" } });
});

test("documents that cannot be sent are not requested", async () => {
  await using env = await openVerificationEnvironment();
  const request = (account: ManagedAccount) =>
    decide(env, account, (tx, on) =>
      requestDocuments(env.deps, tx, { ...on, reason: undefined, requested: { set: "address" } }),
    );
  const account = await waiting(env, {}, "mainnet");
  const documentId = await linkLetter(env, account);
  await env.deps.database.run(statement("UPDATE accounts SET self_attested = true WHERE id = $1"), [
    account.id,
  ]);
  await expect(request(account)).rejects.toMatchObject({ refusal: { code: "conflict" } });
  expect((await env.reviewOf(account)).state.stage).toBe("in_review");
  await expect(
    decide(env, account, (tx, on) => rejectDocument(env.deps, tx, { ...on, documentId, reason })),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("requirements that are pending when the review ends are withdrawn", async () => {
  await using env = await openVerificationEnvironment();
  const account = await waiting(env, {}, "mainnet");
  const documents = [
    { documentKind: "ein_letter", personLabel: undefined },
    { documentKind: "proof_of_address", personLabel: undefined },
  ] as const;
  await decide(env, account, (tx, on) =>
    requestDocuments(env.deps, tx, { ...on, reason: undefined, requested: { documents } }),
  );
  await linkLetter(env, account);
  await decide(env, account, (tx, on) => approveReview(env.deps, tx, { ...on, reason }));
  const { requirements } = await showReview(env.deps, env.deps.database, keyOf(account));
  expect(requirements.map(({ status }) => status)).toEqual(["uploaded", "withdrawn"]);
  expect(presentRequirements(requirements).map(({ status }) => status)).toEqual(["uploaded"]);
});

async function linkLetter({ deps }: VerificationEnvironment, account: ManagedAccount): Promise<string> {
  const id = deps.newId<"document">();
  const letter = { documentKind: "ein_letter", documentType: "business_document" } as const;
  const linkedDocuments = [{ ...letter, id, personLabel: undefined }];
  await deps.database.transaction((tx) =>
    noteLinkedDocuments(deps, tx, { account, cause: testCause, linkedDocuments }),
  );
  return id;
}
