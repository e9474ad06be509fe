import { afterAll, beforeAll, expect, test } from "vitest";
import { type AddressApi, newBankRequest, startAddressApi } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";

let world: AddressApi;
let client: TestClient;

beforeAll(async () => {
  world = await startAddressApi();
  client = await world.api.createClient();
});

afterAll(() => world.api.stop());

const path = "/financial-institutions";
const create = (overrides: object = {}, as = client) =>
  world.send(as, "POST", `${path}/external`, { body: newBankRequest(overrides) });
const list = (query = "", as = client) => world.send(as, "GET", path + query);

const deprecation = ({ headers }: Awaited<ReturnType<typeof list>>) => [
  headers.get("deprecation"),
  headers.get("link"),
];
const successor = (rest: string): unknown[] => [
  expect.stringMatching(/^@\d{10}$/),
  `</accounts/${client.accountId}/addresses${rest}>; rel="successor-version"`,
];

test("a bank is added by the older name, has one id in both places, and says what to use instead", async () => {
  const answer = await create({ account_number: "31337001" });
  expect(answer.status).toBe(201);
  expect(deprecation(answer)).toEqual(successor("/external"));
  const { id } = answer.body;
  expect(answer.headers.get("location")).toBe(`/accounts/${client.accountId}${path}/${id}`);
  const byOldName = await world.send(client, "GET", `${path}/${id}`);
  expect(deprecation(byOldName)).toEqual(successor(`/${id}`));
  const byNewName = await world.send(client, "GET", `/addresses/${id}`);
  expect(byOldName.body).toEqual(byNewName.body);
  expect(answer.body).toEqual(byNewName.body);
  expect(byNewName.headers.get("deprecation")).toBeNull();
  expect(deprecation(await list())).toEqual(successor(""));
});

test("only banks are listed and found, newest first, also in pages", async () => {
  const own = await world.api.createClient();
  const chain = await world.send(own, "POST", "/addresses/internal", {
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
  expect((await world.send(own, "GET", `${path}/${chain.body.id}`)).status).toBe(404);
  expect((await list("?transfer_type=wire", own)).status).toBe(400);
});

test("what the endpoint of addresses refuses is refused here, and a chain is no bank", async () => {
  expect((await create({ account_number: "31337005" })).status).toBe(201);
  expect((await create({ account_number: "31337005" })).status).toBe(409);
  expect((await create({ transfer_types: ["ach_debit"] })).status).toBe(422);
  expect((await create({ address: "0x00" })).body.errors).toMatchObject([{ pointer: "/address" }]);
  expect((await create({ owner: undefined })).body.errors).toMatchObject([{ pointer: "/owner" }]);
  expect((await create({}, await world.api.createClient({ scopes: ["addresses:write"] }))).status).toBe(403);
  expect((await list("", await world.api.createClient({ scopes: ["addresses:read"] }))).status).toBe(403);
  const stranger = await world.api.createClient();
  const { id } = (await create({ account_number: "31337006" })).body;
  expect((await world.send(stranger, "GET", `${path}/${id}`)).status).toBe(404);
  const body = newBankRequest({ account_number: "31337007" });
  const keyless = await world.api.request("POST", `/accounts/${client.accountId}${path}/external`, {
    token: client.token,
    body,
  });
  expect(keyless).toMatchObject({ status: 400, body: { code: "idempotency_key_missing" } });
});

test("the API document says that they are deprecated", () => {
  const deprecated = Object.entries(world.api.app.document.paths).flatMap(([documented, operations]) =>
    Object.values(operations as Record<string, { readonly deprecated?: boolean }>).flatMap((operation) =>
      operation.deprecated === true ? [documented] : [],
    ),
  );
  expect(deprecated).toEqual([
    "/accounts/{account_id}/financial-institutions",
    "/accounts/{account_id}/financial-institutions/external",
    "/accounts/{account_id}/financial-institutions/{financial_institution_id}",
  ]);
});
