import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { eventually } from "../../../test/eventually.ts";
import { statement } from "../../db/statement.ts";
import { readEvents } from "../../events/index.ts";
import { type AccountId, parseId, tenantOf } from "../../kernel/id.ts";
import type { NewAccount } from "../account-request.ts";

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startTestApi({ environment: { VERIFICATION_SANDBOX_DELAY_MS: "0" } });
  client = await api.createClient();
});
afterAll(() => api.stop());

const common = { document_kind: "certificate_of_good_standing", document_type: "business_document" };
const certificate = { ...common, display_name: "Certificate of good standing", person_label: null };

describe("the job of a new account", () => {
  test("completes it on testnet, with the event", async () => {
    const account = await createAccount();
    await eventually(async () => expect(await statusOf(account)).toBe("complete"));
    expect(await eventTypes(account)).toEqual(["account.verification.completed"]);
  });

  test("requests documents if the sandbox requires them", async () => {
    const account = await createAccount({ business_name: "Quill Document LLC" });
    await eventually(async () => expect((await documentsOf(account)).documents).toHaveLength(3));
    expect(await documentsOf(account)).toEqual({
      account_id: account,
      documents: [
        { ...certificate, status: "pending_upload" },
        expect.objectContaining({ document_kind: "government_photo_id", person_label: "controller" }),
        expect.objectContaining({ document_kind: "government_photo_id", person_label: "owner_1" }),
      ],
      other_documents_uploaded_count: 0,
      available_person_labels: ["controller", "owner_1"],
    });
    expect(await statusOf(account)).toBe("pending");
  });

  test("refers a mainnet account to manual review", async () => {
    const mainnet = await api.createClient({ network: "mainnet" });
    const account = await createAccount({}, mainnet);
    await eventually(async () => {
      const decided = await api.database.first(
        statement<{ stage: string }>("SELECT stage FROM verifications WHERE account_id = $1"),
        [account],
      );
      expect(decided?.stage).toBe("in_review");
    });
    expect(await statusOf(account, mainnet)).toBe("pending");
  });
});

describe("required documents", () => {
  test("are empty for a managing account", async () => {
    expect(await documentsOf(client.accountId)).toEqual({
      account_id: client.accountId,
      documents: [],
      other_documents_uploaded_count: 0,
      available_person_labels: [],
    });
  });

  test("are not found for another tenant, network or scope", async () => {
    const account = await createAccount();
    const path = `/accounts/${account}/verification/documents`;
    const stranger = await api.createClient();
    const mainnet = await api.createClient({ accountId: client.accountId, network: "mainnet" });
    for (const { token } of [stranger, mainnet]) {
      expect(await api.request("GET", path, { token })).toMatchObject({ status: 404 });
    }
    const { token } = await api.createClient({
      accountId: client.accountId,
      scopes: ["accounts:write"],
    });
    expect(await api.request("GET", path, { token })).toMatchObject({ status: 403 });
  });
});

describe("simulating a review", () => {
  test.each([
    ["complete", "complete", ["account.verification.completed"]],
    ["rejected", "rejected", ["account.verification.rejected"]],
    ["review", "pending", []],
    ["documents_required", "pending", ["account.verification.documents_required"]],
  ])("to %s results in %s immediately, with its event", async (outcome, status, events) => {
    const account = await createAccount({ business_name: "Quill Review LLC" });
    const response = await simulate(account, { outcome });
    expect(response).toMatchObject({ status: 200, body: { account_id: account, status } });
    expect(await eventTypes(account)).toEqual(events);
    await eventually(async () => expect(await waitingJobs(account)).toBe(0));
    expect(await statusOf(account)).toBe(status);
    expect(await eventTypes(account)).toEqual(events);
  });

  test("requests exactly the given documents", async () => {
    const account = await createAccount({ business_name: "Quill Review LLC" });
    const documents = [
      { document_kind: "certificate_of_good_standing", person_label: null },
      { document_kind: "government_photo_id", person_label: "owner_1" },
    ];
    const { body } = await simulate(account, { outcome: "documents_required", documents });
    expect(body.documents).toMatchObject([
      { ...certificate, status: "pending_upload" },
      { document_kind: "government_photo_id", person_label: "owner_1", status: "pending_upload" },
    ]);
    expect((await documentsOf(account)).documents).toEqual(body.documents);
    expect(await simulate(account, { outcome: "complete" })).toMatchObject({
      status: 200,
      body: { documents: [] },
    });
    expect((await documentsOf(account)).documents).toEqual([]);
  });

  test("is refused for a decided account", async () => {
    const account = await createAccount();
    await eventually(async () => expect(await statusOf(account)).toBe("complete"));
    for (const outcome of ["complete", "rejected", "review", "documents_required"]) {
      const response = await simulate(account, { outcome });
      expect(response).toMatchObject({ status: 409, body: { code: "conflict" } });
    }
    expect(await eventTypes(account)).toEqual(["account.verification.completed"]);
  });

  test("does not complete an account with a sanctions hit, whatever screened it first", async () => {
    const account = await createAccount({ business_name: "Quorvax Maritime LLC" });
    expect(await simulate(account, { outcome: "complete" })).toMatchObject({ status: 409 });
    await eventually(async () => expect(await waitingJobs(account)).toBe(0));
    expect(await simulate(account, { outcome: "complete" })).toMatchObject({ status: 409 });
    expect(await statusOf(account)).toBe("pending");
    expect(await simulate(account, { outcome: "rejected" })).toMatchObject({ status: 200 });
  });

  test("returns the stored response for a repeated key, without a second event", async () => {
    const account = await createAccount({ business_name: "Quill Review LLC" });
    const idempotencyKey = `simulate-${account}`;
    const first = await simulate(account, { outcome: "documents_required" }, { idempotencyKey });
    const second = await simulate(account, { outcome: "documents_required" }, { idempotencyKey });
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await eventTypes(account)).toHaveLength(1);
  });

  test.each([
    [{}, 400, "/outcome"],
    [{ outcome: "approved" }, 400, "/outcome"],
    [{ outcome: "complete", note: "x" }, 400, "/note"],
    [{ outcome: "documents_required", documents: [] }, 400, "/documents"],
    [
      { outcome: "documents_required", documents: [{ document_kind: "x" }] },
      400,
      "/documents/0/document_kind",
    ],
    [{ outcome: "complete", documents: [{ document_kind: "ein_letter" }] }, 422, "/documents"],
    [
      { outcome: "documents_required", documents: [{ document_kind: "government_photo_id" }] },
      422,
      "/documents/0/person_label",
    ],
    [
      {
        outcome: "documents_required",
        documents: [{ document_kind: "government_photo_id", person_label: "owner_2" }],
      },
      422,
      "/documents/0/person_label",
    ],
  ])("refuses %j with %i at %s, and changes nothing", async (body, status, pointer) => {
    const account = await createAccount({ business_name: "Quill Review LLC" });
    const response = await simulate(account, body);
    expect(response.status).toBe(status);
    expect(response.body.errors).toEqual([expect.objectContaining({ pointer })]);
    expect(await eventTypes(account)).toEqual([]);
  });

  test("exists on testnet only, and requires the scope", async () => {
    const mainnet = await api.createClient({ network: "mainnet" });
    const onMainnet = await createAccount({}, mainnet);
    expect(await simulate(onMainnet, { outcome: "complete" }, mainnet)).toMatchObject({ status: 404 });
    const account = await createAccount();
    const reader = await api.createClient({ accountId: client.accountId, scopes: ["accounts:write"] });
    expect(await simulate(account, { outcome: "complete" }, reader)).toMatchObject({ status: 403 });
    const stranger = await api.createClient();
    expect(await simulate(account, { outcome: "complete" }, stranger)).toMatchObject({ status: 404 });
  });

  test("is refused for a managing account", async () => {
    const response = await simulate(client.accountId, { outcome: "complete" });
    expect(response).toMatchObject({ status: 409 });
  });
});

async function createAccount(
  request: Partial<NewAccount> = {},
  { token }: Pick<TestClient, "token"> = client,
): Promise<AccountId> {
  const body = newAccountRequest(request);
  const idempotencyKey = crypto.randomUUID();
  const response = await api.request("POST", "/accounts", { token, idempotencyKey, body });
  expect(response).toMatchObject({ status: 201, body: { status: "pending" } });
  const id = parseId<"account">(response.body.id);
  if (id === undefined) throw new Error("an account has an id");
  return id;
}

async function statusOf(account: AccountId, { token }: Pick<TestClient, "token"> = client): Promise<string> {
  return (await api.request("GET", `/accounts/${account}`, { token })).body.status;
}

async function documentsOf(account: AccountId) {
  const { token } = client;
  const response = await api.request("GET", `/accounts/${account}/verification/documents`, { token });
  expect(response.status).toBe(200);
  return response.body;
}

function simulate(
  account: AccountId,
  body: unknown,
  options: { readonly token?: string; readonly idempotencyKey?: string } = {},
) {
  const { token = client.token, idempotencyKey } = options;
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  return api.request("POST", `/accounts/${account}/simulations/verification`, { token, body, ...key });
}

async function eventTypes(account: AccountId): Promise<readonly string[]> {
  const owner = { tenantId: tenantOf(client.accountId), network: "testnet", accountId: account } as const;
  const events = await readEvents(api.database, { ...owner, order: "oldest_first", limit: 100 });
  return events.map(({ type }) => type);
}

async function waitingJobs(account: AccountId): Promise<number> {
  const row = await api.database.first(
    statement<{ count: bigint }>("SELECT count(*) FROM jobs WHERE dedupe_key = $1"),
    [account],
  );
  return Number(row?.count ?? 0n);
}
