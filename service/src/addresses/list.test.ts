import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../test/account-request.ts";
import { type AddressApi, addressOf, newBankRequest, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";

let world: AddressApi;
let client: TestClient;
const ids: Record<string, string> = {};

interface Listed {
  readonly id: string;
  readonly name: string;
}

beforeAll(async () => {
  world = await startAddressApi();
  client = await world.api.createClient();
  const add = async (kind: "internal" | "external", body: object) => {
    const { id, name } = (await world.send(client, "POST", `/addresses/${kind}`, { body })).body;
    ids[name] = id;
  };
  await add("internal", { name: "evm", transfer_types: ["ethereum", "base"] });
  await add("internal", { name: "solana", transfer_types: ["solana"] });
  await add("external", { name: "theirs", address: addressOf.evm("theirs"), transfer_types: ["base"] });
  await add("external", newBankRequest({ name: "bank" }));
});

afterAll(() => world.api.stop());

const list = (query = "", as = client) => world.send(as, "GET", `/addresses${query}`);
const namesOf = async (query: string): Promise<readonly string[]> =>
  (await list(query)).body.addresses.map(({ name }: Listed) => name);

test("without a filter every address is there, newest first, with the fields of its kind", async () => {
  const { body } = await list();
  expect(Object.keys(body)).toEqual(["addresses"]);
  expect(body.addresses).toEqual([
    {
      id: ids["bank"],
      status: "active",
      name: "bank",
      transfer_types: ["ach_credit"],
      type: "external",
      created: expect.any(String),
      owner: "Wilhelmina Vanderquack",
      account_number: "****7890",
      routing_number: "021000021",
      account_type: "checking",
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
    [`?address=${addressOf.evm("nobody")}`, []],
    ["?address=", []],
  ] as const)("%s", async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  test("in base58 the case counts", async () => {
    const { address } = (await world.send(client, "GET", `/addresses/${ids["solana"]}`)).body;
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

  test("a test chain's name on mainnet is of the wrong network", async () => {
    const mainnet = await world.api.createClient({ accountId: client.accountId, network: "mainnet" });
    expect(await list("?transfer_type=sepolia", mainnet)).toMatchObject({
      status: 403,
      body: { code: "network_not_supported" },
    });
  });
});

test("with a page size they come in pages, there and back, with the filter kept", async () => {
  const first = (await list("?page[size]=3")).body;
  expect(first.addresses.map(({ name }: Listed) => name)).toEqual(["bank", "theirs", "solana"]);
  const second = (await list(`?page[size]=3&page[after]=${first.pagination.next}`)).body;
  expect(second.addresses.map(({ name }: Listed) => name)).toEqual(["evm"]);
  expect(second.pagination.next).toBeNull();
  const back = (await list(`?page[size]=3&page[before]=${second.pagination.prev}`)).body;
  expect(back.addresses).toEqual(first.addresses);
  expect((await list(`?type=internal&page[after]=${first.pagination.next}`)).status).toBe(400);
});

describe("what may not be seen does not exist", () => {
  const paths = () => [
    "/addresses",
    `/addresses/${ids["evm"]}`,
    `/addresses/${ids["evm"]}/balance?transfer_type=base&value_type=USDX`,
    "/balances",
  ];

  test("for a stranger, and for an account of the stranger in the path", async () => {
    const stranger = await world.api.createClient();
    for (const path of paths()) {
      const asStranger = { ...stranger, accountId: client.accountId };
      expect((await world.send(asStranger, "GET", path)).status, path).toBe(404);
    }
    expect((await world.send(stranger, "GET", `/addresses/${ids["evm"]}`)).status).toBe(404);
  });

  test("in the other network", async () => {
    const mainnet = await world.api.createClient({ accountId: client.accountId, network: "mainnet" });
    expect((await list("", mainnet)).body).toEqual({ addresses: [] });
    expect((await world.send(mainnet, "GET", `/addresses/${ids["evm"]}`)).status).toBe(404);
    const change = { body: { name: "Mine" } };
    expect((await world.send(mainnet, "PATCH", `/addresses/${ids["evm"]}`, change)).status).toBe(404);
  });

  test("under another account of the same tenant, and by a malformed id", async () => {
    const { body: account } = await world.api.request("POST", "/accounts", {
      token: client.token,
      idempotencyKey: "managed",
      body: newAccountRequest(),
    });
    const managed = { ...client, accountId: account.id };
    expect((await world.send(managed, "GET", `/addresses/${ids["evm"]}`)).status).toBe(404);
    for (const id of ["x", "01JD7Q2M8W3T5V6X9YZABCDEFG", "%00"]) {
      expect((await world.send(client, "GET", `/addresses/${id}`)).status).toBe(404);
    }
  });

  test("without the scope to read", async () => {
    const writer = await world.api.createClient({ accountId: client.accountId, scopes: ["addresses:write"] });
    for (const path of paths()) {
      expect(await world.send(writer, "GET", path)).toMatchObject({
        status: 403,
        body: { code: "insufficient_scope" },
      });
    }
  });
});
