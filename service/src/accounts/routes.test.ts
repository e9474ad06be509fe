import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { unaudited } from "../../test/unaudited.ts";
import { createValidator } from "../http/validation.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { instantFromMs, systemClock } from "../kernel/instant.ts";
import { NewAccountSchema } from "./account-request.ts";
import { AccountSchema, CreatedAccountSchema, exampleAccount, exampleCreated } from "./account-response.ts";
import { exampleRequest } from "./example-request.ts";
import { insertAccount } from "./store.ts";

let api: TestApi;
let client: TestClient;
/** The application's own account first, then the managed ones, newest first. */
let visible: readonly string[];
const newId = createIdFactory(systemClock);

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient({ scopes: ["accounts:read"] });
  const managed: string[] = [];
  for (let count = 0; count < 5; count += 1) managed.unshift(await addManaged(`Customer ${count}`));
  visible = [client.accountId, ...managed];
  await api.createClient();
});

afterAll(() => api.stop());

async function addManaged(name: string): Promise<string> {
  const id = newId<"account">();
  await insertAccount(unaudited(api.database), {
    kind: "managed",
    id,
    tenantId: tenantOf(client.accountId),
    managingAccountId: client.accountId,
    network: "testnet",
    name,
    businessName: `${name} LLC`,
    selfAttested: false,
    status: "pending",
    createdAt: instantFromMs(1_800_000_000_000),
    updatedAt: instantFromMs(1_800_000_000_000),
  });
  return id;
}

const get = (path: string, token = client.token) => api.request("GET", path, { token });

test("the list starts with the application's own account, then the managed ones, newest first", async () => {
  const { status, body } = await get("/accounts");
  expect(status).toBe(200);
  expect(body).toEqual({ accounts: visible, pagination: { page_size: 25, next: null, prev: null } });
});

test.each([1, 2, 3, 5, 6])(
  "pages of %i traverse the list forwards and backwards without gaps",
  async (size) => {
    const forwards: string[][] = [];
    let next: string | null = "";
    let lastPrev: string | null = null;
    while (next !== null) {
      const { body } = await get(`/accounts?page[size]=${size}${next === "" ? "" : `&page[after]=${next}`}`);
      forwards.push(body.accounts);
      ({ next, prev: lastPrev } = body.pagination);
    }
    expect(forwards.flat()).toEqual(visible);
    const backwards: string[][] = [];
    while (lastPrev !== null) {
      const { body } = await get(`/accounts?page[size]=${size}&page[before]=${lastPrev}`);
      backwards.unshift(body.accounts);
      lastPrev = body.pagination.prev;
    }
    expect(backwards).toEqual(forwards.slice(0, -1));
  },
);

test("nothing precedes the application's own account", async () => {
  const { next } = (await get("/accounts?page[size]=1")).body.pagination;
  expect((await get(`/accounts?page[before]=${next}`)).body.accounts).toEqual([]);
});

test("an account created during paging appears at most once and hides no other", async () => {
  const first = (await get("/accounts?page[size]=2")).body;
  const added = await addManaged("Latecomer");
  const rest = (await get(`/accounts?page[size]=100&page[after]=${first.pagination.next}`)).body;
  expect([...first.accounts, ...rest.accounts]).toEqual(visible);
  visible = [client.accountId, added, ...visible.slice(1)];
  expect((await get("/accounts")).body.accounts).toEqual(visible);
});

test("with expand, the list contains full accounts", async () => {
  const { body } = await get("/accounts?expand=true&page[size]=2");
  expect(body.accounts).toMatchObject([
    {
      id: client.accountId,
      kind: "managing",
      managing_account_id: null,
      business_name: null,
      status: "complete",
    },
    { id: visible[1], kind: "managed", managing_account_id: client.accountId, status: "pending" },
  ]);
});

test("a cursor of the plain list is invalid for the expanded one, and other text is not a cursor", async () => {
  const { next } = (await get("/accounts?page[size]=1")).body.pagination;
  for (const query of [`expand=true&page[after]=${next}`, "page[after]=nonsense"]) {
    const { status, body } = await get(`/accounts?${query}`);
    expect([status, body.code]).toEqual([400, "validation_failed"]);
  }
});

test("an unknown query parameter or an invalid expand value is refused", async () => {
  for (const query of ["expanded=true", "expand=yes", "page[size]=0", "page[size]=101"]) {
    expect((await get(`/accounts?${query}`)).status).toBe(400);
  }
});

test("an account has exactly the documented fields", async () => {
  const { status, body } = await get(`/accounts/${visible.at(-1)}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: visible.at(-1),
    name: "Customer 0",
    status: "pending",
    created: "2027-01-15T08:00:00.000Z",
    updated: "2027-01-15T08:00:00.000Z",
    business_name: "Customer 0 LLC",
    kind: "managed",
    managing_account_id: client.accountId,
    self_attested: false,
  });
});

test("another tenant's account, an unknown id and a malformed id are not found", async () => {
  const stranger = await api.createClient();
  for (const id of [stranger.accountId, newId(), "short", "%00", "01JD7Q2M8W3T5V6X9YZABCDEF!"]) {
    const { status, body } = await get(`/accounts/${id}`);
    expect([status, body.code]).toEqual([404, "not_found"]);
  }
  expect((await get(`/accounts/${client.accountId}`, stranger.token)).status).toBe(404);
});

test("the other network sees the application's own account, and none of the managed accounts of this one", async () => {
  const mainnet = await api.createClient({ accountId: client.accountId, network: "mainnet" });
  expect((await get("/accounts", mainnet.token)).body.accounts).toEqual([client.accountId]);
  expect((await get(`/accounts/${client.accountId}`, mainnet.token)).status).toBe(200);
  expect((await get(`/accounts/${visible.at(-1)}`, mainnet.token)).status).toBe(404);
});

test("without the scope accounts are not returned, and the error names the scope", async () => {
  const other = await api.createClient({ scopes: ["transfers:read"] });
  for (const path of ["/accounts", `/accounts/${other.accountId}`]) {
    const { status, body } = await get(path, other.token);
    expect([status, body.code]).toEqual([403, "insufficient_scope"]);
    expect(body.detail).toContain("accounts:read");
  }
});

test("every documented example matches its schema", () => {
  const ajv = createValidator({ coerceTypes: false });
  const examples = [
    { schema: AccountSchema, example: exampleAccount },
    { schema: CreatedAccountSchema, example: exampleCreated },
    { schema: NewAccountSchema, example: exampleRequest },
  ];
  for (const { schema, example } of examples) {
    expect(ajv.validate(schema, example), JSON.stringify(ajv.errors)).toBe(true);
  }
});
