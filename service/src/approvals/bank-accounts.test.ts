import { afterAll, beforeAll, expect, test } from "vitest";
import { newBankRequest } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { type BankLinkApi, startBankLinkApi } from "../../test/bank-links.ts";
import { createUser, type TestUser } from "../../test/console.ts";
import { type Network, networks } from "../kernel/id.ts";

let env: BankLinkApi;
beforeAll(async () => {
  env = await startBankLinkApi();
});
afterAll(() => env.api.stop());

interface Setting {
  readonly client: TestClient;
  readonly ada: TestUser;
  readonly bob: TestUser;
  /** A path of the tenant in the console. */
  in(path: string): string;
  approve(id: string): Promise<string>;
  addresses(): Promise<readonly unknown[]>;
}

/** A tenant with two admins and a rule for new destinations. */
async function open(network: Network): Promise<Setting> {
  const client = await env.api.createClient({ network });
  const { accountId } = client;
  const [ada, bob] = [
    await createUser(env.api, { memberOf: accountId }),
    await createUser(env.api, { memberOf: accountId }),
  ];
  const body = { operation: "external_address", approvals: 1, approver_roles: ["admin"] };
  const inWorkspace = (path: string) =>
    `/console/api/workspaces/${accountId}/${network}/accounts/${accountId}${path}`;
  const rule = await env.send(client, "POST", "/approval-rules", { body: { ...body, network } });
  expect(rule.status).toBe(201);
  return {
    client,
    ada,
    bob,
    in: inWorkspace,
    approve: async (id) => (await bob.post(inWorkspace(`/approvals/${id}/approve`), {})).body.status,
    addresses: async () => (await env.send(client, "GET", "/addresses?type=external")).body.addresses,
  };
}

let numbers = 0;
const newAccount = (): object => {
  numbers += 1;
  const transfer_types = ["ach_debit", "ach_credit"];
  return newBankRequest({ account_number: `99887${numbers}0100`, transfer_types });
};

test.each(networks)(
  "on %s, micro-deposits open no bank account past a rule for new destinations",
  async (network) => {
    const { client, approve, addresses } = await open(network);
    const path = "/banklink/micro-deposits";
    const waiting = await env.send(client, "POST", path, { body: newAccount() });
    expect(waiting).toMatchObject({
      status: 202,
      body: { operation: "external_address", status: "pending", summary: { account: "…0100" } },
    });
    expect(await addresses()).toEqual([]);
    expect(await approve(waiting.body.id)).toBe("executed");
    expect(await addresses()).toMatchObject([{ status: "active", verification: "pending" }]);
  },
);

test("in the console, micro-deposits wait as well, for another user", async () => {
  const { ada, in: inWorkspace, approve, addresses } = await open("mainnet");
  const headers = { "idempotency-key": "by-ada" };
  const waiting = await ada.post(inWorkspace("/banklink/micro-deposits"), newAccount(), { headers });
  expect(waiting).toMatchObject({ status: 202, body: { requested_by: { id: ada.userId } } });
  const own = await ada.post(inWorkspace(`/approvals/${waiting.body.id}/approve`), {});
  expect(own).toMatchObject({ status: 403, body: { code: "not_permitted" } });
  expect(await addresses()).toEqual([]);
  expect(await approve(waiting.body.id)).toBe("executed");
  expect(await addresses()).toHaveLength(1);
});

test("confirming the amounts makes a bank account debitable only once it is approved", async () => {
  const { client, approve } = await open("testnet");
  const begun = await env.send(client, "POST", "/banklink/micro-deposits", { body: newAccount() });
  await approve(begun.body.id);
  const { id } = (await env.send(client, "GET", "/addresses?type=external")).body.addresses[0];
  const verification = async () => (await env.send(client, "GET", `/addresses/${id}`)).body.verification;
  const confirm = (amounts: readonly string[]) =>
    env.send(client, "POST", `/banklink/micro-deposits/${id}/confirm`, { body: { amounts } });
  // The reply is the same for wrong amounts, or amounts could be tried without using up a try.
  const [wrong, right] = [await confirm(["0.01", "0.02"]), await confirm(["0.32", "0.45"])];
  for (const { status, body } of [wrong, right])
    expect({ status, body }).toMatchObject({ status: 202, body: { operation: "external_address" } });
  expect(await verification()).toBe("pending");
  expect(await approve(wrong.body.id)).toBe("executed");
  expect(await verification()).toBe("pending");
  expect(await approve(right.body.id)).toBe("executed");
  expect(await verification()).toBe("verified");
});

test("registering an account that was picked at its bank waits, too", async () => {
  const { client, addresses } = await open("testnet");
  const public_token = await env.publicToken(client);
  const registered = await env.register(client, { public_token, transfer_types: ["ach_debit"] });
  expect(registered).toMatchObject({ status: 202, body: { operation: "external_address" } });
  expect(await addresses()).toEqual([]);
});
