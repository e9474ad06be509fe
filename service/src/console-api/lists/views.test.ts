import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser } from "../../../test/console.ts";

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient();
});
afterAll(() => api.stop());

const path = () => `/console/api/workspaces/${client.accountId}/testnet/views`;
const view = { list: "transfers", name: "Failed wires", query: "status=failed", is_shared: false };

test("a personal view is for its user, a shared one for the tenant, and a viewer removes none of others", async () => {
  const ada = await createUser(api, { memberOf: client.accountId, memberRole: "developer" });
  const bert = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
  const own = await ada.post(path(), view);
  expect([own.status, own.body]).toMatchObject([201, { name: "Failed wires", is_own: true }]);
  const shared = await ada.post(path(), { ...view, name: "All failed", is_shared: true });
  const names = async (user: typeof ada, list = "transfers") =>
    (await user.get(`${path()}?list=${list}`)).body.views.map(
      ({ name, is_own }: { readonly name: string; readonly is_own: boolean }) => [name, is_own],
    );
  expect(await names(ada)).toEqual([
    ["Failed wires", true],
    ["All failed", true],
  ]);
  expect(await names(bert)).toEqual([["All failed", false]]);
  expect(await names(bert, "payments")).toEqual([]);
  expect((await bert.delete(`${path()}/${shared.body.id}`)).status).toBe(404);
  expect((await ada.delete(`${path()}/${shared.body.id}`)).status).toBe(204);
  expect(await names(bert)).toEqual([]);
});

test("a shared view of a user who left is removed by a user who may share, a personal one is not", async () => {
  const leaver = await createUser(api, { memberOf: client.accountId, memberRole: "developer" });
  const shared = await leaver.post(path(), { ...view, is_shared: true });
  const personal = await leaver.post(path(), view);
  const ada = await createUser(api, { memberOf: client.accountId, memberRole: "developer" });
  expect((await ada.delete(`${path()}/${personal.body.id}`)).status).toBe(404);
  expect((await ada.delete(`${path()}/${shared.body.id}`)).status).toBe(204);
  expect((await leaver.get(`${path()}?list=transfers`)).body.views).toEqual([personal.body]);
});

test("a viewer saves views, but shares none", async () => {
  const viewer = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
  const own = await viewer.post(path(), { ...view, list: "payments" });
  expect(own.status).toBe(201);
  const shared = await viewer.post(path(), { ...view, list: "payments", is_shared: true });
  expect([shared.status, shared.body.code]).toEqual([403, "not_permitted"]);
  expect((await viewer.get(`${path()}?list=payments`)).body.views).toEqual([own.body]);
  expect((await viewer.delete(`${path()}/${own.body.id}`)).status).toBe(204);
});

test("another tenant has no access, and bad input names its field", async () => {
  const stranger = await createUser(api, { memberOf: (await api.createClient()).accountId });
  expect((await stranger.get(`${path()}?list=transfers`)).status).toBe(404);
  const member = await createUser(api, { memberOf: client.accountId });
  const { status, body } = await member.post(path(), { ...view, name: " " });
  expect([status, body.errors[0].pointer]).toEqual([400, "/name"]);
});

test("operators have views of the lists of all tenants, and a role that only reads shares none", async () => {
  const views = "/console/api/views";
  const compliance = await createUser(api, { operatorRole: "compliance" });
  const reader = await createUser(api, { operatorRole: "read_only" });
  const claims = { ...view, list: "claims", query: "sort=-created_at" };
  const shared = await compliance.post(views, { ...claims, is_shared: true });
  expect([shared.status, shared.body.is_own]).toEqual([201, true]);
  const own = await reader.post(views, claims);
  expect(own.status).toBe(201);
  expect((await reader.post(views, { ...claims, is_shared: true })).body.code).toBe("not_permitted");
  const idsOf = async (user: typeof reader, path: string) =>
    (await user.get(`${path}?list=claims`)).body.views.map(({ id }: { readonly id: string }) => id);
  expect(await idsOf(reader, views)).toEqual([shared.body.id, own.body.id]);
  expect(await idsOf(compliance, views)).toEqual([shared.body.id]);
  expect(await idsOf(compliance, path())).toEqual([]);
  expect((await reader.delete(`${views}/${shared.body.id}`)).status).toBe(404);
  expect((await compliance.delete(`${path()}/${shared.body.id}`)).status).toBe(404);
  expect((await compliance.delete(`${views}/${shared.body.id}`)).status).toBe(204);
  const member = await createUser(api, { memberOf: client.accountId });
  expect((await member.get(`${views}?list=claims`)).body.code).toBe("not_permitted");
});

test("every list that the console names has views, and no other", async () => {
  const ada = await createUser(api, { memberOf: client.accountId, memberRole: "developer" });
  for (const list of ["ledger-records", "webhooks", "audit", "bank-exceptions"]) {
    const { status, body } = await ada.post(path(), { ...view, list });
    expect([list, status]).toEqual([list, 201]);
    expect((await ada.get(`${path()}?list=${list}`)).body.views).toEqual([body]);
  }
  const unknown = await ada.post(path(), { ...view, list: "secrets" });
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, "/list"]);
  expect((await ada.get(`${path()}?list=secrets`)).body.errors[0].pointer).toBe("/query/list");
});
