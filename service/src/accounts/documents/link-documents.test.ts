import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPrincipal,
  type DocumentWorld,
  documentStagedMs,
  openDocumentWorld,
} from "../../../test/document-world.ts";
import { statement } from "../../db/statement.ts";
import { maxDocumentsPerAccount } from "./link-documents.ts";

let world: DocumentWorld;

beforeAll(async () => {
  world = await openDocumentWorld();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const refusedAt = (...pointers: readonly string[]) => ({
  refusal: { code: "unprocessable", errors: pointers.map((pointer) => expect.objectContaining({ pointer })) },
});

test("documents are linked in the order of the request, each with its job and its audit entry", async () => {
  const ids = [await world.stage(), await world.stage()].reverse();
  const accountId = await world.createAccount();
  expect(await world.link(accountId, ids)).toEqual(
    ids.map((id) => ({
      id,
      documentKind: "other",
      documentType: "business_document",
      personLabel: undefined,
    })),
  );
  expect((await world.jobs()).map(({ kind }) => kind)).toEqual(Array(2).fill("accounts.upload-document"));
  const entries = await world.database.rows(selectAudit, [ids]);
  expect(entries).toEqual(ids.map(() => ({ action: "document.link", account_id: accountId })));
});

test("what cannot be linked is named, entry by entry, and nothing is linked then", async () => {
  const accountId = await world.createAccount();
  const [good, linked, foreign, onTestnet] = [
    await world.stage(),
    await world.stage(),
    await world.stage(undefined, await createPrincipal(world)),
    await world.stage(undefined, await createPrincipal(world, { network: "testnet" })),
  ];
  await world.link(accountId, [linked]);
  const before = { jobs: await world.jobs(), states: await world.states() };
  const ids = [good, linked, "01JZZZZZZZZZZZZZZZZZZZZZZZ", "not an id", foreign, onTestnet, good];
  const pointers = [1, 2, 3, 4, 5, 6].map((index) => `/doc_submission_ids/${index}`);
  await expect(world.link(accountId, ids)).rejects.toMatchObject(refusedAt(...pointers));
  expect({ jobs: await world.jobs(), states: await world.states() }).toEqual(before);
  await world.link(accountId, [good]);
});

test("a document of another tenant is as unknown as one that does not exist", async () => {
  await using other = await openDocumentWorld();
  const foreign = await other.stage();
  await expect(world.link(await world.createAccount(), [foreign])).rejects.toMatchObject(
    refusedAt("/doc_submission_ids/0"),
  );
});

test("of many links of one document at once, exactly one wins", async () => {
  const [first, second] = [await world.stage(), await world.stage()];
  const accounts = await Promise.all(Array.from({ length: 8 }, () => world.createAccount()));
  const outcomes = await Promise.allSettled(
    accounts.map((accountId, index) =>
      world.link(accountId, index % 2 === 0 ? [first, second] : [second, first]),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") {
      expect(outcome.reason).toMatchObject(refusedAt("/doc_submission_ids/0", "/doc_submission_ids/1"));
    }
  }
});

test("a document that waited too long cannot be linked any more, to the millisecond", async () => {
  const [inTime, late] = [await world.stage(), await world.stage()];
  const accountId = await world.createAccount();
  world.clock.advance(documentStagedMs);
  await world.link(accountId, [inTime]);
  world.clock.advance(1);
  await expect(world.link(accountId, [late])).rejects.toMatchObject(refusedAt("/doc_submission_ids/0"));
});

test("a document of somebody who is not one of the account's people is refused where it stands", async () => {
  const ofController = await world.stage(undefined, undefined, "controller");
  const ofNobody = await world.stage(undefined, undefined, "owner_9");
  const accountId = await world.createAccount();
  await expect(world.link(accountId, [ofController, ofNobody])).rejects.toMatchObject(
    refusedAt("/doc_submission_ids/1"),
  );
  expect(await world.link(accountId, [ofController])).toMatchObject([{ personLabel: "controller" }]);
});

test("an account takes so many documents and not one more", async () => {
  const accountId = await world.createAccount();
  const [first, second, third] = [await world.stage(), await world.stage(), await world.stage()];
  await world.link(accountId, [first]);
  await world.database.run(copyLinked, [first, maxDocumentsPerAccount - 2]);
  await expect(world.link(accountId, [second, third])).rejects.toMatchObject(
    refusedAt("/doc_submission_ids"),
  );
  await world.link(accountId, [second]);
  await expect(world.link(accountId, [third])).rejects.toMatchObject(refusedAt("/doc_submission_ids"));
  await world.link(await world.createAccount(), [third]);
});

const copyLinked = statement(`
  INSERT INTO documents (tenant_id, network, id, application_id, account_id, document_kind, document_type, state,
    content_type, size_bytes, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, target_key, created_at, linked_at)
  SELECT tenant_id, network, 'copy' || number, application_id, account_id, document_kind, document_type, state,
    content_type, size_bytes, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, target_key, created_at, linked_at
  FROM documents, generate_series(1, $2) AS number WHERE id = $1`);

const selectAudit = statement(
  "SELECT action, account_id FROM audit_log WHERE subject_id = ANY($1::text[]) AND action = 'document.link'",
);
