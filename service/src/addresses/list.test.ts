import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../test/account-request.ts";
import { type AddressApi, addressOf, newBankRequest, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";

let env: AddressApi;
let client: TestClient;
const ids: Record<string, string> = {};

interface Sanctioned {
  readonly id: string;
  readonly name: string;
}

beforeAll(async () => {
  env = await startAddressApi();
  client = await env.api.createClient();
  const add = async (kind: "internal" | "external", body: object) => {
    const { id, name } = (await env.send(client, "POST", `/addresses/${kind}`, { body })).body;
    ids[name] = id;
  };
  await add("internal", { name: "evm", transfer_types: ["ethereum", "base"] });
  await add("internal", { name: "solana", transfer_types: ["solana"] });
  await add("external", { name: "theirs", address: addressOf.evm("theirs"), transfer_types: ["base"] });
  await add("external", newBankRequest({ name: "bank" }));
});

afterAll(() => env.api.stop());

const list = (query = "", as = client) => env.send(as, "GET", `/addresses${query}`);
const namesOf = async (query: string): Promise<readonly string[]> =>
  (await list(query)).body.addresses.map(({ name }: Sanctioned) => name);

test("without a filter every address is returned, newest first, with the fields of its kind", async () => {
  const { body } = await list();
  expect(Object.keys(body)).toEqual(["addresses"]);
  expect(body.addresses).toEqual([
    {
      id: ids["bank"],
      status: "active",
      name: "bank",
      address: "",
      transfer_types: ["ach_credit"],
      type: "external",
      created: expect.any(String),
      owner: "Wilhelmina Vanderquack",
      account_number: "****7890",
      routing_number: "021000021",
      account_type: "checking",
      ownership: null,
      holder_type: null,
      needs_update: false,
    },
    {
      id: ids["theirs"],
      status: "active",
      name: "theirs",
      address: addressOf.evm("theirs"),
      transfer_types: ["base"],
      type: "external",
      created: expect.any(String),
      ownership: null,
    },
    expect.objectContaining({ id: ids["solana"], type: "internal", transfer_types: ["solana"] }),
    expect.objectContaining({ id: ids["evm"], type: "internal", transfer_types: ["ethereum", "base"] }),
  ]);
});

describe("filters", () => {
  test.each([
    ["?type=internal", ["solana", "evm"]],
    ["?type=external", ["bank", "theirs"]],
    ["?transfer_type=base", ["theirs", "evm"]],
    ["?transfer_type=base_sepolia", ["theirs", "evm"]],
    ["?transfer_type=solana&transfer_type=ach_credit", ["bank", "solana"]],
    ["?transfer_type=base&transfer_type=base&type=internal", ["evm"]],
    ["?transfer_type=wire", []],
    ["?transfer_type=rtp-credit", []],
    [`?address=${addressOf.evm("theirs")}`, ["theirs"]],
    [`?address=${addressOf.evm("theirs").toLowerCase()}`, ["theirs"]],
    [`?address=${addressOf.evm("theirs").toUpperCase().replace("0X", "0x")}`, ["theirs"]],
    [`?address=${addressOf.evm("theirs")}&type=internal`, []],
    [`?address=${addressOf.evm("unknown")}`, []],
    ["?address=", []],
  ] as const)("%s", async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  test("base58 is case-sensitive", async () => {
    const { address } = (await env.send(client, "GET", `/addresses/${ids["solana"]}`)).body;
    expect(await namesOf(`?address=${address}`)).toEqual(["solana"]);
    expect(await namesOf(`?address=${address.toLowerCase()}`)).toEqual([]);
  });

  test.each([
    ["?transfer_type=dogechain", 400, "/query/transfer_type/0"],
    ["?type=imaginary", 400, "/query/type"],
    ["?typ=internal", 400, "/query/typ"],
    ["?page[size]=0", 400, "/query/page[size]"],
  ])("%s is refused", async (query, status, pointer) => {
    expect(await list(query)).toMatchObject({ status, body: { errors: [{ pointer }] } });
  });

  test("the name of a test chain on mainnet is refused", async () => {
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    expect(await list("?transfer_type=sepolia", mainnet)).toMatchObject({
      status: 403,
      body: { code: "network_not_supported" },
    });
  });
});

test("with a page size they are returned in pages, forwards and backwards, with the filter kept", async () => {
  const first = (await list("?page[size]=3")).body;
  expect(first.addresses.map(({ name }: Sanctioned) => name)).toEqual(["bank", "theirs", "solana"]);
  const second = (await list(`?page[size]=3&page[after]=${first.pagination.next}`)).body;
  expect(second.addresses.map(({ name }: Sanctioned) => name)).toEqual(["evm"]);
  expect(second.pagination.next).toBeNull();
  const back = (await list(`?page[size]=3&page[before]=${second.pagination.prev}`)).body;
  expect(back.addresses).toEqual(first.addresses);
  expect((await list(`?type=internal&page[after]=${first.pagination.next}`)).status).toBe(400);
});

describe("addresses are not found", () => {
  const paths = () => [
    "/addresses",
    `/addresses/${ids["evm"]}`,
    `/addresses/${ids["evm"]}/balance?transfer_type=base&value_type=USDX`,
    "/balances",
  ];

  test("by another tenant, directly or through its account", async () => {
    const stranger = await env.api.createClient();
    for (const path of paths()) {
      const asStranger = { ...stranger, accountId: client.accountId };
      expect((await env.send(asStranger, "GET", path)).status, path).toBe(404);
    }
    expect((await env.send(stranger, "GET", `/addresses/${ids["evm"]}`)).status).toBe(404);
  });

  test("in the other network", async () => {
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    expect((await list("", mainnet)).body).toEqual({ addresses: [] });
    expect((await env.send(mainnet, "GET", `/addresses/${ids["evm"]}`)).status).toBe(404);
    const change = { body: { name: "Mine" } };
    expect((await env.send(mainnet, "PATCH", `/addresses/${ids["evm"]}`, change)).status).toBe(404);
  });

  test("under another account of the same tenant, or by a malformed id", async () => {
    const { body: account } = await env.api.request("POST", "/accounts", {
      token: client.token,
      idempotencyKey: "managed",
      body: newAccountRequest(),
    });
    const managed = { ...client, accountId: account.id };
    expect((await env.send(managed, "GET", `/addresses/${ids["evm"]}`)).status).toBe(404);
    for (const id of ["x", "01JD7Q2M8W3T5V6X9YZABCDEFG", "%00"]) {
      expect((await env.send(client, "GET", `/addresses/${id}`)).status).toBe(404);
    }
  });

  test("without the read scope", async () => {
    const writer = await env.api.createClient({ accountId: client.accountId, scopes: ["addresses:write"] });
    for (const path of paths()) {
      expect(await env.send(writer, "GET", path)).toMatchObject({
        status: 403,
        body: { code: "insufficient_scope" },
      });
    }
  });
});
