import { afterAll, beforeAll, expect, test } from "vitest";
import { type AddressApi, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { createUser, type TestUser } from "../../test/console.ts";
import type { Network } from "../kernel/id.ts";

let env: AddressApi;
beforeAll(async () => {
  // The access of an application would be too new for a decision.
  env = await startAddressApi({ environment: { NEW_ACCESS_HOURS: "0" } });
});
afterAll(() => env.api.stop());

interface Setting {
  readonly testnet: TestClient;
  readonly otherTestnet: TestClient;
  readonly mainnet: TestClient;
  readonly ada: TestUser;
  readonly bob: TestUser;
  in(network: Network, path: string): string;
}

/** A tenant with two applications on testnet, one on mainnet, and two admins. */
async function open(): Promise<Setting> {
  const testnet = await env.api.createClient();
  const { accountId } = testnet;
  return {
    testnet,
    otherTestnet: await env.api.createClient({ accountId }),
    mainnet: await env.api.createClient({ accountId, network: "mainnet" }),
    ada: await createUser(env.api, { memberOf: accountId }),
    bob: await createUser(env.api, { memberOf: accountId }),
    in: (network, path) => `/console/api/workspaces/${accountId}/${network}/accounts/${accountId}${path}`,
  };
}

const rule = { operation: "transfer", approvals: 1, approver_roles: ["admin", "application"] };
const rules = "/approval-rules";
const idsOf = async (client: TestClient): Promise<readonly string[]> => {
  const { body } = await env.send(client, "GET", rules);
  return body.approval_rules.map(({ id }: { readonly id: string }) => id);
};
const notTestnetAlone = {
  status: 403,
  body: { detail: "this does not concern testnet alone; a user of the console must decide" },
};
const notPermitted = { status: 403, body: { code: "not_permitted" } };

test("an application sets rules of its own network only", async () => {
  const { testnet, mainnet } = await open();
  const create = (client: TestClient, more: object) =>
    env.send(client, "POST", rules, { body: { ...rule, ...more } });
  expect(await create(testnet, { network: "mainnet" })).toMatchObject(notPermitted);
  expect(await create(mainnet, { network: "testnet" })).toMatchObject(notPermitted);
  expect(await create(testnet, {})).toMatchObject({ status: 201, body: { network: "testnet" } });
  expect(await create(mainnet, {})).toMatchObject({ status: 201, body: { network: "mainnet" } });
  expect(await idsOf(testnet)).toHaveLength(1);
});

test("an application neither sees nor removes rules of the other network, and never removes those of both", async () => {
  const { testnet, mainnet, ada, in: inWorkspace } = await open();
  const ofMainnet = (await env.send(mainnet, "POST", rules, { body: rule })).body.id;
  const headers = { "idempotency-key": "both" };
  const ofBoth = (await ada.post(inWorkspace("testnet", rules), rule, { headers })).body;
  expect(ofBoth.network).toBeNull();
  const remove = (client: TestClient, id: string) => env.send(client, "DELETE", `${rules}/${id}`);
  expect(await remove(testnet, ofMainnet)).toMatchObject({ status: 404 });
  for (const client of [testnet, mainnet])
    expect(await remove(client, ofBoth.id)).toMatchObject(notPermitted);
  expect(await idsOf(testnet)).toEqual([ofBoth.id]);
  expect(await idsOf(mainnet)).toEqual([ofMainnet, ofBoth.id]);
});

test("a testnet application approves and rejects no change of a mainnet rule, wherever it was requested", async () => {
  const { testnet, otherTestnet, mainnet, ada, bob, in: inWorkspace } = await open();
  const ofMainnet = (await env.send(mainnet, "POST", rules, { body: rule })).body.id;
  const ofTestnet = (await env.send(testnet, "POST", rules, { body: rule })).body.id;
  const removed = async (id: string) => (await ada.delete(inWorkspace("testnet", `${rules}/${id}`))).body.id;
  const decide = (id: string, verb: string) =>
    env.send(otherTestnet, "POST", `/approvals/${id}/${verb}`, { body: {} });
  const waiting = await removed(ofMainnet);
  for (const verb of ["approve", "reject"])
    expect(await decide(waiting, verb)).toMatchObject(notTestnetAlone);
  expect(await idsOf(mainnet)).toEqual([ofMainnet]);
  expect((await decide(await removed(ofTestnet), "approve")).body.status).toBe("executed");
  const approved = await bob.post(inWorkspace("testnet", `/approvals/${waiting}/approve`), {});
  expect(approved.body.status).toBe("executed");
  expect(await idsOf(mainnet)).toEqual([]);
});

test("a change of members concerns mainnet, too: its rules apply, and no application decides", async () => {
  const { otherTestnet, ada, in: inWorkspace } = await open();
  const ofMembers = { ...rule, operation: "member", network: "mainnet" };
  const headers = { "idempotency-key": "members" };
  expect((await ada.post(inWorkspace("mainnet", rules), ofMembers, { headers })).status).toBe(201);
  const members = `/console/api/workspaces/${otherTestnet.accountId}/testnet/members`;
  const invited = await ada.post(`${members}/invitations`, {
    email: "second@example.com",
    role: "admin",
  });
  expect(invited).toMatchObject({ status: 202, body: { operation: "member" } });
  const path = `/approvals/${invited.body.id}/approve`;
  expect(await env.send(otherTestnet, "POST", path, { body: {} })).toMatchObject(notTestnetAlone);
});

test("a rule about rules of mainnet applies to their changes from testnet", async () => {
  const { ada, in: inWorkspace } = await open();
  const post = (body: object, key: string) =>
    ada.post(inWorkspace("testnet", rules), body, { headers: { "idempotency-key": key } });
  const ofRules = { ...rule, operation: "approval_rule", network: "mainnet" };
  expect((await post(ofRules, "rules")).status).toBe(201);
  expect(await post({ ...rule, network: "testnet" }, "testnet")).toMatchObject({ status: 201 });
  expect(await post({ ...rule, network: "mainnet" }, "mainnet")).toMatchObject({ status: 202 });
  expect(await post(rule, "both")).toMatchObject({ status: 202 });
});
