import { expect, test } from "vitest";
import { createPrincipal, openDocumentWorld } from "../../../test/document-world.ts";
import { samplePdf } from "../../../test/documents.ts";
import { statement } from "../../db/statement.ts";
import { maxStagedBytes, maxStagedDocuments } from "./stage-document.ts";

const refused = {
  refusal: { code: "unprocessable", errors: [expect.objectContaining({ pointer: "/file" })] },
};

test("so many documents of a tenant may wait to be linked, and not one more, however many come at once", async () => {
  await using world = await openDocumentWorld();
  const first = await world.stage();
  await world.database.run(copyStaged, [first, maxStagedDocuments - 3, 10]);
  const [mine, siblings] = [world.principal, await createPrincipal(world)];
  const outcomes = await Promise.allSettled(
    [mine, siblings, mine, siblings, mine, siblings].map((by) => world.stage(undefined, by)),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refusals).toHaveLength(4);
  for (const reason of refusals) expect(reason).toMatchObject(refused);
  await world.link(await world.createAccount(), [first]);
  await world.stage();
  await expect(world.stage()).rejects.toMatchObject(refused);
});

test("so many bytes of a tenant may wait to be linked, and not one more", async () => {
  await using world = await openDocumentWorld();
  const bytes = samplePdf(1_000);
  const first = await world.stage(bytes);
  await world.database.run(copyStaged, [first, 1, maxStagedBytes - 2 * bytes.length]);
  await world.stage(bytes);
  await expect(world.stage(bytes)).rejects.toMatchObject(refused);
});

test("what waits for one tenant does not count for another", async () => {
  await using world = await openDocumentWorld();
  await using other = await openDocumentWorld();
  await world.database.run(copyStaged, [await world.stage(), maxStagedDocuments - 1, 10]);
  await expect(world.stage()).rejects.toMatchObject(refused);
  await other.stage();
});

const copyStaged = statement(`
  INSERT INTO documents (tenant_id, network, id, application_id, document_kind, document_type, state,
    content_type, size_bytes, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, created_at)
  SELECT tenant_id, network, 'copy' || number, application_id, document_kind, document_type, state,
    content_type, $3::bigint, sha256, sealed_key, sealed_bytes, sealed_sha256, storage_key, created_at
  FROM documents, generate_series(1, $2) AS number WHERE id = $1`);
