import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../test/account-request.ts";
import { type AddressApi, createCountedWallets, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { countRows } from "../../test/table-dump.ts";
import { type ChainFamily, standardChains } from "../chains/chain-name.ts";
import { createIdFactory, type Network, parseId, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { createCustodialAddresses, findAddress, findAddresses } from "./index.ts";

let env: AddressApi;
let client: TestClient;

beforeAll(async () => {
  env = await startAddressApi();
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const create = (body: unknown, as = client, key?: string) =>
  env.send(as, "POST", "/addresses/internal", { body, ...(key === undefined ? {} : { key }) });

describe("an additional custodial address", () => {
  test("is on the chains that share it, belongs to the account, and has a key", async () => {
    const response = await create({ name: "Payroll", transfer_types: ["base", "sepolia"] });
    expect(response).toMatchObject({
      status: 201,
      body: { name: "Payroll", status: "active", type: "internal", transfer_types: ["ethereum", "base"] },
    });
    const { id, address } = response.body;
    expect(response.headers.get("location")).toBe(`/accounts/${client.accountId}/addresses/${id}`);
    const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
    expect(await findAddress(env.api.database, { ...scope, addressId: id })).toMatchObject({
      kind: "internal",
      medium: "chain",
      family: "evm",
      onChainAddress: address,
      keyIndex: expect.any(Number),
      accountId: client.accountId,
    });
  });

  test("is a new one each time, and the stored response is returned for the same key", async () => {
    const body = { name: "Solana", transfer_types: ["solana_devnet"] };
    const [first, second] = [await create(body, client, "s1"), await create(body)];
    expect(first.body.address).not.toBe(second.body.address);
    const replay = await create(body, client, "s1");
    expect([replay.text, replay.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
  });

  test.each([
    ["a mix of families", { transfer_types: ["base", "stellar"] }, 422, "/transfer_types"],
    ["a bank rail", { transfer_types: ["wire"] }, 400, "/transfer_types/0"],
    ["no chain", { transfer_types: [] }, 400, "/transfer_types"],
    ["one chain by two names", { transfer_types: ["sepolia", "ethereum"] }, 400, "/transfer_types/1"],
    ["a blank name", { name: "" }, 422, "/name"],
    ["a name that is too long", { name: "x".repeat(256) }, 400, "/name"],
    ["an unknown field", { address: "0x" }, 400, "/address"],
  ])("%s is refused, and no address is created", async (_what, overrides, status, pointer) => {
    const before = await countRows(env.api.database);
    const response = await create({ name: "Name", transfer_types: ["base"], ...overrides });
    expect(response).toMatchObject({ status, body: { errors: [{ pointer }] } });
    expect(await countRows(env.api.database)).toEqual(before);
  });

  test("the name of a test chain on mainnet is refused", async () => {
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    const input = (chain: string) => create({ name: "Name", transfer_types: [chain] }, mainnet);
    expect(await input("stellar_testnet")).toMatchObject({
      status: 403,
      body: { code: "network_not_supported" },
    });
    expect((await input("stellar")).status).toBe(201);
  });

  test("an account under review has no addresses yet", async () => {
    const { body: account } = await env.api.request("POST", "/accounts", {
      token: client.token,
      idempotencyKey: "review",
      body: newAccountRequest(),
    });
    const managed = { ...client, accountId: account.id };
    const before = await countRows(env.api.database);
    const bodies = {
      internal: { name: "Name", transfer_types: ["base"] },
      external: {
        name: "Name",
        address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        transfer_types: ["base"],
      },
    };
    for (const [kind, body] of Object.entries(bodies)) {
      const response = await env.send(managed, "POST", `/addresses/${kind}`, { body });
      expect(response).toMatchObject({ status: 422, body: { code: "unprocessable" } });
      expect(response.body.detail).toMatch(/this one is pending/);
    }
    expect(await countRows(env.api.database)).toEqual(before);
    expect((await env.send(managed, "GET", "/addresses")).body).toEqual({ addresses: [] });
  });
});

describe("the addresses of an account that completes", () => {
  const deps = {
    newId: createIdFactory(systemClock),
    clock: systemClock,
    wallets: createCountedWallets(),
    chains: { names: standardChains },
  };
  const complete = (owner: TestClient, network: Network) =>
    env.api.database.transaction((tx) =>
      createCustodialAddresses(deps)(tx, {
        tenantId: tenantOf(owner.accountId),
        network,
        accountId: owner.accountId,
      }),
    );

  test("are one per family, in its network, and in both for a managing account", async () => {
    const owner = await env.api.createClient();
    const mainnet = await env.api.createClient({ accountId: owner.accountId, network: "mainnet" });
    const list = async (as: TestClient) => (await env.send(as, "GET", "/addresses")).body.addresses;
    await complete(owner, "testnet");
    expect(await list(owner)).toMatchObject([
      { name: "Stellar", transfer_types: ["stellar"], type: "internal", status: "active" },
      { name: "Solana", transfer_types: ["solana"] },
      { name: "Ethereum and Base", transfer_types: ["ethereum", "base"] },
    ]);
    expect(await list(mainnet)).toEqual([]);
    await complete(owner, "mainnet");
    expect(await list(mainnet)).toHaveLength(3);
  });

  test("are created once, however often and concurrently it runs", async () => {
    const owner = await env.api.createClient();
    await Promise.all(Array.from({ length: 5 }, () => complete(owner, "testnet")));
    await complete(owner, "testnet");
    const { addresses } = (await env.send(owner, "GET", "/addresses")).body;
    expect(addresses).toHaveLength(3);
  });

  test("skip families that already have one", async () => {
    const owner = await env.api.createClient();
    await create({ name: "Mine", transfer_types: ["base"] }, owner);
    await complete(owner, "testnet");
    const { addresses } = (await env.send(owner, "GET", "/addresses")).body;
    const names = addresses.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["Stellar", "Solana", "Mine"]);
  });
});

test("addresses are found by id within their tenant and network only", async () => {
  const [one, two] = [
    await create({ name: "One", transfer_types: ["base"] }),
    await create({ name: "Two", transfer_types: ["stellar"] }),
  ];
  const { database } = env.api;
  const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
  const ids = [one.body.id, two.body.id, one.body.id, "x", "01JD7Q2M8W3T5V6X9YZABCDEFG"];
  const families = async (where: Parameters<typeof findAddresses>[1]): Promise<readonly ChainFamily[]> =>
    (await findAddresses(database, where, ids)).flatMap((found) =>
      found.medium === "chain" ? [found.family] : [],
    );
  expect((await families(scope)).toSorted()).toEqual(["evm", "stellar"]);
  expect(await families({ ...scope, network: "mainnet" })).toEqual([]);
  const stranger = parseId<"tenant">("01JD7Q2M8W3T5V6X9YZABCDEFG");
  expect(stranger === undefined ? ["x"] : await families({ ...scope, tenantId: stranger })).toEqual([]);
});
