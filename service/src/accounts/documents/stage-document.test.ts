import { expect, test } from "vitest";
import { createPrincipal, openDocumentEnvironment } from "../../../test/document-environment.ts";
import { samplePdf } from "../../../test/documents.ts";
import { statement } from "../../db/statement.ts";
import { maxStagedBytes, maxStagedDocuments } from "./stage-document.ts";

const refused = {
  refusal: { code: "unprocessable", errors: [expect.objectContaining({ pointer: "/file" })] },
};

test("a tenant's limit of staged documents is exact, also for concurrent uploads", async () => {
  await using env = await openDocumentEnvironment();
  const first = await env.stage();
  await env.database.run(copyStaged, [first, maxStagedDocuments - 3, 10]);
  const [mine, siblings] = [env.principal, await createPrincipal(env)];
  const outcomes = await Promise.allSettled(
    [mine, siblings, mine, siblings, mine, siblings].map((by) => env.stage(undefined, by)),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refusals).toHaveLength(4);
  for (const reason of refusals) expect(reason).toMatchObject(refused);
  await env.link(await env.createAccount(), [first]);
  await env.stage();
  await expect(env.stage()).rejects.toMatchObject(refused);
});

test("a tenant has a limit of staged bytes", async () => {
  await using env = await openDocumentEnvironment();
  const bytes = samplePdf(1_000);
  const first = await env.stage(bytes);
  await env.database.run(copyStaged, [first, 1, maxStagedBytes - 2 * bytes.length]);
  await env.stage(bytes);
  await expect(env.stage(bytes)).rejects.toMatchObject(refused);
});

test("limits are per tenant", async () => {
  await using env = await openDocumentEnvironment();
  await using other = await openDocumentEnvironment();
  await env.database.run(copyStaged, [await env.stage(), maxStagedDocuments - 1, 10]);
  await expect(env.stage()).rejects.toMatchObject(refused);
  await other.stage();
});

const copyStaged = statement(`
  INSERT INTO documents (tenant_id, network, id, application_id, document_kind, document_type, state,
    content_type, size_bytes, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, created_at)
  SELECT tenant_id, network, 'copy' || number, application_id, document_kind, document_type, state,
    content_type, $3::bigint, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, created_at
  FROM documents, generate_series(1, $2) AS number WHERE id = $1`);
