import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPrincipal,
  type DocumentEnvironment,
  documentStagedMs,
  openDocumentEnvironment,
} from "../../../test/document-environment.ts";
import { statement } from "../../db/statement.ts";
import { maxDocumentsPerAccount } from "./link-documents.ts";

let env: DocumentEnvironment;

beforeAll(async () => {
  env = await openDocumentEnvironment();
});

afterAll(async () => {
  await env[Symbol.asyncDispose]();
});

const refusedAt = (...pointers: readonly string[]) => ({
  refusal: { code: "unprocessable", errors: pointers.map((pointer) => expect.objectContaining({ pointer })) },
});

test("documents are linked in request order, each with a job and an audit log entry", async () => {
  const ids = [await env.stage(), await env.stage()].reverse();
  const accountId = await env.createAccount();
  expect(await env.link(accountId, ids)).toEqual(
    ids.map((id) => ({
      id,
      documentKind: "other",
      documentType: "business_document",
      personLabel: undefined,
    })),
  );
  expect((await env.jobs()).map(({ kind }) => kind)).toEqual(Array(2).fill("accounts.upload-document"));
  const entries = await env.database.rows(selectAudit, [ids]);
  expect(entries).toEqual(ids.map(() => ({ action: "document.link", accountId })));
});

test("each document that cannot be linked has an error, and then nothing is linked", async () => {
  const accountId = await env.createAccount();
  const [good, linked, foreign, onTestnet] = [
    await env.stage(),
    await env.stage(),
    await env.stage(undefined, await createPrincipal(env)),
    await env.stage(undefined, await createPrincipal(env, { network: "testnet" })),
  ];
  await env.link(accountId, [linked]);
  const before = { jobs: await env.jobs(), states: await env.states() };
  const ids = [good, linked, "01JZZZZZZZZZZZZZZZZZZZZZZZ", "not an id", foreign, onTestnet, good];
  const pointers = [1, 2, 3, 4, 5, 6].map((index) => `/doc_submission_ids/${index}`);
  await expect(env.link(accountId, ids)).rejects.toMatchObject(refusedAt(...pointers));
  expect({ jobs: await env.jobs(), states: await env.states() }).toEqual(before);
  await env.link(accountId, [good]);
});

test("a document of another tenant is not found", async () => {
  await using other = await openDocumentEnvironment();
  const foreign = await other.stage();
  await expect(env.link(await env.createAccount(), [foreign])).rejects.toMatchObject(
    refusedAt("/doc_submission_ids/0"),
  );
});

test("of many concurrent links of one document, exactly one wins", async () => {
  const [first, second] = [await env.stage(), await env.stage()];
  const accounts = await Promise.all(Array.from({ length: 8 }, () => env.createAccount()));
  const outcomes = await Promise.allSettled(
    accounts.map((accountId, index) =>
      env.link(accountId, index % 2 === 0 ? [first, second] : [second, first]),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") {
      expect(outcome.reason).toMatchObject(refusedAt("/doc_submission_ids/0", "/doc_submission_ids/1"));
    }
  }
});

test("an expired document cannot be linked, to the millisecond", async () => {
  const [inTime, late] = [await env.stage(), await env.stage()];
  const accountId = await env.createAccount();
  env.clock.advance(documentStagedMs);
  await env.link(accountId, [inTime]);
  env.clock.advance(1);
  await expect(env.link(accountId, [late])).rejects.toMatchObject(refusedAt("/doc_submission_ids/0"));
});

test("a document whose label the account does not have is refused at its pointer", async () => {
  const ofController = await env.stage(undefined, undefined, "controller");
  const unknownLabel = await env.stage(undefined, undefined, "owner_9");
  const accountId = await env.createAccount();
  await expect(env.link(accountId, [ofController, unknownLabel])).rejects.toMatchObject(
    refusedAt("/doc_submission_ids/1"),
  );
  expect(await env.link(accountId, [ofController])).toMatchObject([{ personLabel: "controller" }]);
});

test("an account has a maximum number of documents", async () => {
  const accountId = await env.createAccount();
  const [first, second, third] = [await env.stage(), await env.stage(), await env.stage()];
  await env.link(accountId, [first]);
  await env.database.run(copyLinked, [first, maxDocumentsPerAccount - 2]);
  await expect(env.link(accountId, [second, third])).rejects.toMatchObject(refusedAt("/doc_submission_ids"));
  await env.link(accountId, [second]);
  await expect(env.link(accountId, [third])).rejects.toMatchObject(refusedAt("/doc_submission_ids"));
  await env.link(await env.createAccount(), [third]);
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
