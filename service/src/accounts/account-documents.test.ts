import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { type DataFolder, makeDataFolder } from "../../test/data-folder.ts";
import { stage } from "../../test/documents.ts";
import { countRows } from "../../test/table-dump.ts";

let folder: DataFolder;
let api: TestApi;
let client: TestClient;
let keys = 0;

beforeAll(async () => {
  folder = await makeDataFolder();
  api = await startTestApi({ environment: { FLORIN_ROLES: "api", DATA_DIR: folder.path } });
  client = await api.createClient({ network: "mainnet" });
});

afterAll(async () => {
  await api.stop();
  await folder[Symbol.asyncDispose]();
});

function create(docSubmissionIds: readonly string[]) {
  keys += 1;
  return api.request("POST", "/accounts", {
    token: client.token,
    idempotencyKey: `key-${keys}`,
    body: newAccountRequest({ doc_submission_ids: [...docSubmissionIds] }),
  });
}

const link = (id: string, docSubmissionIds: readonly string[], token = client.token) =>
  api.request("PATCH", `/accounts/${id}`, { token, body: { doc_submission_ids: docSubmissionIds } });

test("staged documents are linked when an account is created, and further ones later", async () => {
  const account = await create([await stage(api, client), await stage(api, client)]);
  expect(account.status).toBe(201);
  const later = await link(account.body.id, [await stage(api, client)]);
  expect(later.status).toBe(200);
  expect(later.body).toMatchObject({ id: account.body.id, status: "pending" });
  expect(later.body.updated > account.body.updated).toBe(true);
  expect((await countRows(api.database))["verification_documents"]).toBe(3);
});

test("an already linked, foreign or unknown document is refused at its pointer, and nothing is written", async () => {
  const free = await stage(api, client);
  const linked = await stage(api, client);
  const { body: account } = await create([linked]);
  const sibling = await api.createClient({ accountId: client.accountId, network: "mainnet" });
  const foreign = await stage(api, sibling);
  const before = await countRows(api.database);
  const ids = [free, linked, foreign, "01JD7Q2M8W3T5V6X9YZABCDEFG"];
  for (const response of [await create(ids), await link(account.id, ids)]) {
    expect([response.status, response.body.code]).toEqual([422, "unprocessable"]);
    expect(response.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
      "/doc_submission_ids/1",
      "/doc_submission_ids/2",
      "/doc_submission_ids/3",
    ]);
  }
  expect(await countRows(api.database)).toEqual(before);
  expect((await link(account.id, [free])).status).toBe(200);
});

test("of two concurrent accounts that link the same document, one succeeds", async () => {
  const document = await stage(api, client);
  const { body: first } = await create([]);
  const { body: second } = await create([]);
  const responses = await Promise.all([
    link(first.id, [document]),
    link(second.id, [document]),
    create([document]),
  ]);
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(2);
});

test("a document for a label that the account does not have is refused, at creation and later", async () => {
  const photo = (person_label: string) =>
    stage(api, client, undefined, { document_kind: "government_photo_id", person_label });
  const [ofController, unknownLabel] = [await photo("controller"), await photo("owner_9")];
  const { body: account } = await create([]);
  for (const response of [
    await create([ofController, unknownLabel]),
    await link(account.id, [ofController, unknownLabel]),
  ]) {
    expect([response.status, response.body.code]).toEqual([422, "unprocessable"]);
    expect(response.body.errors).toMatchObject([{ pointer: "/doc_submission_ids/1" }]);
  }
  expect((await link(account.id, [ofController])).status).toBe(200);
  expect((await create([await photo("owner_1")])).status).toBe(201);
});
