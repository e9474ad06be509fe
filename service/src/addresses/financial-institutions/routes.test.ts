import { afterAll, beforeAll, expect, test } from "vitest";
import { type AddressApi, newBankRequest, startAddressApi } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";

let env: AddressApi;
let client: TestClient;

beforeAll(async () => {
  env = await startAddressApi();
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const path = "/financial-institutions";
const create = (overrides: object = {}, as = client) =>
  env.send(as, "POST", `${path}/external`, { body: newBankRequest(overrides) });
const list = (query = "", as = client) => env.send(as, "GET", path + query);

const deprecation = ({ headers }: Awaited<ReturnType<typeof list>>) => [
  headers.get("deprecation"),
  headers.get("link"),
];
const successor = (rest: string): unknown[] => [
  expect.stringMatching(/^@\d{10}$/),
  `</accounts/${client.accountId}/addresses${rest}>; rel="successor-version"`,
];

test("a bank address added here has the same id in both APIs, and the response names the successor", async () => {
  const response = await create({ account_number: "31337001" });
  expect(response.status).toBe(201);
  expect(deprecation(response)).toEqual(successor("/external"));
  const { id } = response.body;
  expect(response.headers.get("location")).toBe(`/accounts/${client.accountId}${path}/${id}`);
  const byOldName = await env.send(client, "GET", `${path}/${id}`);
  expect(deprecation(byOldName)).toEqual(successor(`/${id}`));
  const byNewName = await env.send(client, "GET", `/addresses/${id}`);
  expect(byOldName.body).toEqual(byNewName.body);
  expect(response.body).toEqual(byNewName.body);
  expect(byNewName.headers.get("deprecation")).toBeNull();
  expect(deprecation(await list())).toEqual(successor(""));
});

test("only bank addresses are returned, newest first, also in pages", async () => {
  const own = await env.api.createClient();
  const chain = await env.send(own, "POST", "/addresses/internal", {
    body: { name: "Ours", transfer_types: ["base"] },
  });
  const ids: string[] = [];
  for (const account_number of ["31337002", "31337003", "31337004"]) {
    ids.unshift((await create({ account_number }, own)).body.id);
  }
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const all = (await list("", own)).body;
  expect(idsOf(all.financial_institutions)).toEqual(ids);
  expect(all.pagination).toBeUndefined();
  const first = (await list("?page[size]=2", own)).body;
  expect(idsOf(first.financial_institutions)).toEqual(ids.slice(0, 2));
  const rest = (await list(`?page[size]=2&page[after]=${first.pagination.next}`, own)).body;
  expect(idsOf(rest.financial_institutions)).toEqual(ids.slice(2));
  expect((await env.send(own, "GET", `${path}/${chain.body.id}`)).status).toBe(404);
  expect((await list("?transfer_type=wire", own)).status).toBe(400);
});

test("requests that the address endpoints refuse are refused here, and a chain is not a bank", async () => {
  expect((await create({ account_number: "31337005" })).status).toBe(201);
  expect((await create({ account_number: "31337005" })).status).toBe(409);
  expect((await create({ transfer_types: ["ach_debit"] })).status).toBe(422);
  expect((await create({ address: "0x00" })).body.errors).toMatchObject([{ pointer: "/address" }]);
  expect((await create({ owner: undefined })).body.errors).toMatchObject([{ pointer: "/owner" }]);
  expect((await create({}, await env.api.createClient({ scopes: ["addresses:write"] }))).status).toBe(403);
  expect((await list("", await env.api.createClient({ scopes: ["addresses:read"] }))).status).toBe(403);
  const stranger = await env.api.createClient();
  const { id } = (await create({ account_number: "31337006" })).body;
  expect((await env.send(stranger, "GET", `${path}/${id}`)).status).toBe(404);
  const body = newBankRequest({ account_number: "31337007" });
  const keyless = await env.api.request("POST", `/accounts/${client.accountId}${path}/external`, {
    token: client.token,
    body,
  });
  expect(keyless).toMatchObject({ status: 400, body: { code: "idempotency_key_missing" } });
});

test("the OpenAPI document marks them as deprecated", () => {
  const deprecated = Object.entries(env.api.app.document.paths).flatMap(([documented, operations]) =>
    Object.values(operations as Record<string, { readonly deprecated?: boolean }>).flatMap((operation) =>
      operation.deprecated === true ? [documented] : [],
    ),
  );
  expect(deprecated).toEqual([
    "/accounts/{account_id}/financial-institutions",
    "/accounts/{account_id}/financial-institutions/external",
    "/accounts/{account_id}/financial-institutions/{financial_institution_id}",
    "/accounts/{account_id}/financial-institutions/{financial_institution_id}/status",
    "/accounts/{account_id}/financial-institutions/banklink/link_token",
    "/accounts/{account_id}/financial-institutions/{financial_institution_id}/update-link-token",
    "/accounts/{account_id}/financial-institutions/register-account",
  ]);
});
