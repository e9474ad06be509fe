import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest, newParty } from "../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { countRows } from "../../test/table-dump.ts";
import { createApplication } from "../auth/index.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { type AccountId, createIdFactory, parseId, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { loadProfile, loadReviewFlags } from "./profile/sealed-profile.ts";

const masterKey = randomBytes(32);
const keyRing = createKeyRing(masterKey);
const newId = createIdFactory(systemClock);

let api: TestApi;
let client: TestClient;
let mainnet: TestClient;
let keys = 0;

beforeAll(async () => {
  api = await startTestApi({ masterKey, environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient();
  mainnet = await api.createClient({ accountId: client.accountId, network: "mainnet" });
});

afterAll(() => api.stop());

function create(body: unknown, options: { readonly token?: string; readonly key?: string } = {}) {
  keys += 1;
  const { token = client.token, key = `key-${keys}` } = options;
  return api.request("POST", "/accounts", { token, idempotencyKey: key, body });
}

const patch = (id: string, body: unknown, token = client.token) =>
  api.request("PATCH", `/accounts/${id}`, { token, body });
const get = (path: string, token = client.token) => api.request("GET", path, { token });

const keyOf = (id: string, owner = client) => {
  const accountId: AccountId | undefined = parseId<"account">(id);
  if (accountId === undefined) throw new Error("no id");
  return { tenantId: tenantOf(owner.accountId), accountId };
};

/** A client of the managed account itself. */
async function clientOf(accountId: string): Promise<string> {
  const deps = { keyRing, clock: systemClock, newId };
  const { application, clientSecret } = await api.database.transaction((tx) =>
    createApplication(deps, tx, {
      ...keyOf(accountId),
      network: "testnet",
      name: "Of the managed account",
      scopes: ["accounts:read", "accounts:write"],
      cause: systemCause("test"),
    }),
  );
  const { body } = await api.request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials", client_id: application.id, client_secret: clientSecret },
  });
  return body.access_token;
}

test("a new account is pending, has its business name as its display name, and returns its location", async () => {
  const { status, headers, body } = await create(newAccountRequest());
  expect(status).toBe(201);
  expect(Object.keys(body).sort()).toEqual(["created", "id", "name", "status", "updated"]);
  expect(body).toMatchObject({ name: "Quillfeather Trading LLC", status: "pending", updated: body.created });
  expect(headers.get("location")).toBe(`/accounts/${body.id}`);
  expect((await get(`/accounts/${body.id}`)).body).toEqual({
    ...body,
    business_name: "Quillfeather Trading LLC",
    kind: "managed",
    managing_account_id: client.accountId,
    self_attested: false,
  });
  expect((await get("/accounts?expand=true")).body.accounts[1]).toMatchObject({
    id: body.id,
    kind: "managed",
  });
});

test("a display name is stored, trimmed", async () => {
  expect((await create(newAccountRequest({ name: "  Feathers " }))).body.name).toBe("Feathers");
});

test("a profile is read back normalized, with a label for every individual", async () => {
  const { body } = await create(newAccountRequest());
  const profile = await loadProfile({ keyRing }, api.database, keyOf(body.id));
  expect(profile).toMatchObject({
    business: {
      name: "Quillfeather Trading LLC",
      ein: "123498765",
      address: { state: "NY", zip: "10001", country: "US" },
      phoneNumber: "+12127365000",
      website: "https://quillfeather.example/",
    },
    controller: { label: "controller", ssn: "512387694", birthDate: "1964-08-23", ownershipPpm: 600_000 },
    owners: [{ label: "owner_1", lastName: "Zimbelstern", ownershipPpm: 400_000 }],
    tos: { acceptedAt: Date.parse("2024-01-05T10:50:00.000Z"), ip: "203.0.113.77" },
  });
});

test("the former name of the owners field has the same effect", async () => {
  const { beneficial_owners: owners, ...rest } = newAccountRequest();
  const { body } = await create({ ...rest, ultimate_beneficial_owners: owners });
  const profile = await loadProfile({ keyRing }, api.database, keyOf(body.id));
  expect(profile.owners).toMatchObject([{ label: "owner_1", lastName: "Zimbelstern" }]);
});

test("implausible values are accepted and flagged for the review", async () => {
  const { status, body } = await create(
    newAccountRequest({ ein: "07-7654321", business_controller: newParty({ ssn: "000-12-3456" }) }),
  );
  expect(status).toBe(201);
  expect(await loadReviewFlags(api.database, keyOf(body.id))).toMatchObject([
    { code: "ein_prefix_never_issued", pointer: "/ein" },
    { code: "ssn_impossible", pointer: "/business_controller/ssn" },
  ]);
});

test("the same idempotency key returns the same account; concurrent requests create one", async () => {
  const request = newAccountRequest({ business_name: "Once Only LLC" });
  const before = await countRows(api.database);
  const responses = await Promise.all([1, 2, 3, 4].map(() => create(request, { key: "once" })));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(3);
  const after = await countRows(api.database);
  expect(after["accounts"]).toBe((before["accounts"] ?? 0) + 1);
  expect(after["account_profiles"]).toBe((before["account_profiles"] ?? 0) + 1);
  expect(after["verifications"]).toBe((before["verifications"] ?? 0) + 1);
  const other = await create(newAccountRequest({ business_name: "Another LLC" }), { key: "once" });
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
});

test("a refused request writes nothing and does not consume its idempotency key", async () => {
  const before = await countRows(api.database);
  const unknown = [newId()];
  const refused = [
    await create(newAccountRequest({ ein: "1" }), { key: "burnt" }),
    await create({ ...newAccountRequest(), surprise: 1 }),
    await create(newAccountRequest({ doc_submission_ids: unknown })),
    // Refused by the document check, after the account was written.
    await create(newAccountRequest({ doc_submission_ids: unknown }), { token: mainnet.token }),
  ];
  expect(refused.map(({ status, body }) => `${status} ${body.errors[0].pointer}`)).toEqual([
    "422 /ein",
    "400 /surprise",
    "422 /doc_submission_ids",
    "422 /doc_submission_ids/0",
  ]);
  expect(await countRows(api.database)).toEqual(before);
  expect((await create(newAccountRequest(), { key: "burnt" })).status).toBe(201);
});

test("documents are not supported on testnet, or for self-attested accounts", async () => {
  const selfAttested = await api.createClient({ network: "mainnet", selfAttested: true });
  for (const token of [client.token, selfAttested.token]) {
    for (const ids of [[newId()], []]) {
      const { status, body } = await create(newAccountRequest({ doc_submission_ids: ids }), { token });
      expect([status, body.code]).toEqual([422, "documents_not_supported"]);
      expect(body.errors).toMatchObject([{ pointer: "/doc_submission_ids" }]);
    }
  }
  const none = await create(newAccountRequest({ doc_submission_ids: [] }), { token: mainnet.token });
  expect(none.status).toBe(201);
});

test("a managed account inherits self_attested", async () => {
  const selfAttested = await api.createClient({ selfAttested: true });
  const { body } = await create(newAccountRequest(), { token: selfAttested.token });
  expect((await get(`/accounts/${body.id}`, selfAttested.token)).body.self_attested).toBe(true);
});

test("an application of a managed account can see and rename it, and cannot create accounts", async () => {
  const { body: account } = await create(newAccountRequest());
  const token = await clientOf(account.id);
  expect((await get("/accounts", token)).body.accounts).toEqual([account.id]);
  expect((await get(`/accounts/${client.accountId}`, token)).status).toBe(404);
  expect((await patch(account.id, { name: "Mine" }, token)).body.name).toBe("Mine");
  const { status, body } = await create(newAccountRequest(), { token });
  expect([status, body.code]).toEqual([403, "not_a_managing_account"]);
});

test("an account is visible only to its manager, and only in its network", async () => {
  const stranger = await api.createClient();
  const here = (await create(newAccountRequest())).body.id;
  const there = (await create(newAccountRequest(), { token: mainnet.token })).body.id;
  const seen = async (token: string, id: string) => [
    (await get(`/accounts/${id}`, token)).status,
    (await patch(id, { name: "Seen" }, token)).status,
    (await get("/accounts?page[size]=100", token)).body.accounts.includes(id),
  ];
  expect(await seen(client.token, here)).toEqual([200, 200, true]);
  expect(await seen(mainnet.token, there)).toEqual([200, 200, true]);
  for (const [token, id] of [
    [client.token, there],
    [mainnet.token, here],
    [stranger.token, here],
    [stranger.token, there],
  ] as const) {
    expect(await seen(token, id)).toEqual([404, 404, false]);
  }
});

test("an EIN that another account of the tenant has is flagged, per network and tenant", async () => {
  const request = newAccountRequest({ ein: "45-1111111" });
  const other = await api.createClient();
  const flags = async (token: string, owner: TestClient) => {
    const { body } = await create(request, { token });
    return (await loadReviewFlags(api.database, keyOf(body.id, owner))).map(({ code }) => code);
  };
  expect(await flags(client.token, client)).toEqual([]);
  expect(await flags(client.token, client)).toEqual(["ein_already_used"]);
  expect(await flags(mainnet.token, mainnet)).toEqual([]);
  expect(await flags(other.token, other)).toEqual([]);
});

test("of concurrently created accounts with one EIN, all but the first are flagged", async () => {
  const request = newAccountRequest({ ein: "46-2222222" });
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => create(request)));
  const flags = await Promise.all(
    responses.map(({ body }) => loadReviewFlags(api.database, keyOf(body.id))), //
  );
  expect(flags.filter(({ length }) => length === 0)).toHaveLength(1);
});

test("a managed account can be renamed, which sets updated", async () => {
  const { body: account } = await create(newAccountRequest());
  const renamed = await patch(account.id, { name: "  Renamed " });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toMatchObject({ id: account.id, name: "Renamed", status: "pending" });
  expect(renamed.body.updated > account.updated).toBe(true);
  expect((await get(`/accounts/${account.id}`)).body).toEqual(renamed.body);
});

test.each<[object, number, string, string]>([
  [{}, 400, "validation_failed", ""],
  [{ doc_submission_ids: [] }, 400, "validation_failed", "/doc_submission_ids"],
  [{ doc_submission_ids: ["x"] }, 400, "validation_failed", "/doc_submission_ids/0"],
  [{ name: "" }, 422, "unprocessable", "/name"],
  [{ name: null }, 400, "validation_failed", "/name"],
  [{ name: "x".repeat(256) }, 400, "validation_failed", "/name"],
  [{ status: "complete" }, 400, "validation_failed", "/status"],
  [{ name: "   " }, 422, "unprocessable", "/name"],
  [{ name: "a\nb" }, 422, "unprocessable", "/name"],
  [{ doc_submission_ids: ["01JD7Q2M8W3T5V6X9YZABCDEFG"] }, 422, "unprocessable", "/doc_submission_ids/0"],
])("a change to %j is refused with %s %s", async (change, status, code, pointer) => {
  const { body: account } = await create(newAccountRequest());
  const before = await countRows(api.database);
  const response = await patch(account.id, change);
  expect([response.status, response.body.code]).toEqual([status, code]);
  expect(response.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
  expect(await countRows(api.database)).toEqual(before);
});

const setStatus = statement("UPDATE accounts SET status = $3 WHERE tenant_id = $1 AND id = $2");

test("documents can be linked only while the account is pending; name and documents change atomically", async () => {
  const { body: account } = await create(newAccountRequest(), { token: mainnet.token });
  const change = { name: "Both", doc_submission_ids: [newId()] };
  const unknown = await patch(account.id, change, mainnet.token);
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, "/doc_submission_ids/0"]);
  for (const status of ["complete", "rejected"]) {
    const { tenantId, accountId } = keyOf(account.id);
    await api.database.run(setStatus, [tenantId, accountId, status]);
    const late = await patch(account.id, change, mainnet.token);
    expect([late.status, late.body.code]).toEqual([409, "conflict"]);
  }
  const own = await patch(client.accountId, change, mainnet.token);
  expect([own.status, own.body.code]).toEqual([409, "conflict"]);
  expect((await get(`/accounts/${account.id}`, mainnet.token)).body.name).toBe(account.name);
  expect((await patch(account.id, { name: "Late" }, mainnet.token)).body.name).toBe("Late");
});

test("a change is applied once per idempotency key", async () => {
  const { body: account } = await create(newAccountRequest());
  const send = (name: string) =>
    api.request("PATCH", `/accounts/${account.id}`, {
      token: client.token,
      idempotencyKey: "rename-once",
      body: { name },
    });
  const first = await send("First");
  expect((await send("First")).text).toBe(first.text);
  expect((await send("Second")).body.code).toBe("idempotency_key_reused");
});
