import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AddressApi,
  addressOf,
  newBankRequest,
  registerToken,
  startAddressApi,
} from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { addToken } from "../../test/token-holders.ts";
import { tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { type LedgerAccount, type Operation, recordOperations } from "../ledger/index.ts";

let env: AddressApi;
let client: TestClient;
let own: { readonly id: string; readonly address: string };
let second: { readonly id: string; readonly address: string };

const usdx = { code: "USDX", scale: 6 };
const wallet = (owner: string, chain: string, asset = usdx): LedgerAccount => ({
  kind: "wallet",
  owner,
  chain,
  asset,
});
const credit = (key: string, account: LedgerAccount, units: bigint): Operation => {
  const supply: LedgerAccount = {
    kind: "supply",
    owner: "token",
    chain: account.chain ?? "",
    asset: account.asset,
  };
  const postings = [
    { account: supply, units: -units },
    { account, units },
  ];
  return { type: "post", key, postings };
};

beforeAll(async () => {
  env = await startAddressApi();
  client = await env.api.createClient();
  await registerToken(env.api, "USDX");
  const make = async (name: string, chains: readonly string[]) =>
    (await env.send(client, "POST", "/addresses/internal", { body: { name, transfer_types: chains } })).body;
  own = await make("Ours", ["ethereum", "base"]);
  second = await make("Second", ["solana"]);
  await record([
    credit("a", wallet(own.id, "base"), 1_234_500_000n),
    { type: "hold", key: "h", account: wallet(own.id, "base"), units: 234_500_001n },
    credit("b", wallet(own.id, "ethereum", { code: "USDC", scale: 6 }), 1n),
    credit("c", wallet(second.id, "solana"), 5_000_000n),
    credit("d", wallet("stranger-2", "base"), 7_000_000n),
  ]);
});

afterAll(() => env.api.stop());

async function record(operations: readonly Operation[]): Promise<void> {
  const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
  const { database } = env.api;
  const outcomes = await database.transaction((tx) =>
    recordOperations({ clock: systemClock }, tx, scope, operations),
  );
  expect(outcomes.filter(isRefusal)).toEqual([]);
}

const balanceOf = (id: string, query: string) => env.send(client, "GET", `/addresses/${id}/balance?${query}`);

describe("the balance of an address", () => {
  test("is the total, of which some is held; the currency is the token", async () => {
    for (const query of [
      "transfer_type=base&value_type=USDX",
      "transfer_type=base_sepolia&value_type=USDX",
    ]) {
      expect(await balanceOf(own.id, query)).toMatchObject({
        status: 200,
        body: {
          address: { id: own.id, address: own.address },
          balance: { value: "1234.50", currency: "USDX" },
          available: { value: "999.999999", currency: "USDX" },
          transfer_type: "base",
          value_type: "USDX",
        },
      });
    }
  });

  test("is zero if nothing was ever received", async () => {
    const { body } = await balanceOf(own.id, "transfer_type=ethereum&value_type=USDX");
    expect([body.balance.value, body.available.value]).toEqual(["0.00", "0.00"]);
  });

  test.each([
    ["transfer_type=base", 400, "/query/value_type"],
    ["value_type=USDX", 400, "/query/transfer_type"],
    ["transfer_type=dogechain&value_type=USDX", 400, "/query/transfer_type"],
    ["transfer_type=base&value_type=", 400, "/query/value_type"],
    ["transfer_type=base&value_type=NOPE", 422, "/query/value_type"],
    ["transfer_type=solana&value_type=USDX", 422, "/query/transfer_type"],
    ["transfer_type=wire&value_type=USDX", 422, "/query/transfer_type"],
  ])("%s is refused", async (query, status, pointer) => {
    expect(await balanceOf(own.id, query)).toMatchObject({ status, body: { errors: [{ pointer }] } });
  });

  test("in a token outside the catalogue is returned only to its holder", async () => {
    const issuer = await env.api.createClient({ selfAttested: true });
    await addToken(env.api, { issuer: issuer.accountId, valueType: "HIDDEN", chains: ["base"] });
    const query = "transfer_type=base&value_type=HIDDEN";
    const unknown = await balanceOf(own.id, "transfer_type=base&value_type=NOPE");
    const before = await balanceOf(own.id, query);
    expect([before.status, before.body.errors]).toEqual([422, unknown.body.errors]);
    const held = wallet(own.id, "base", { code: "HIDDEN", scale: 6 });
    await record([credit("hidden", held, 3_000_000n)]);
    expect(await balanceOf(own.id, query)).toMatchObject({
      status: 200,
      body: { balance: { value: "3.00", currency: "HIDDEN" }, value_type: "HIDDEN" },
    });
    expect((await balanceOf(own.id, "transfer_type=ethereum&value_type=HIDDEN")).status).toBe(422);
    const { token } = client;
    expect((await env.api.request("GET", "/tokens/HIDDEN", { token })).status).toBe(404);
    await record([credit("hidden-gone", held, -3_000_000n)]);
    expect((await balanceOf(own.id, query)).status).toBe(422);
  });

  test("exists for internal addresses only", async () => {
    const external = { name: "Theirs", address: addressOf.evm("balance"), transfer_types: ["base"] };
    for (const body of [external, newBankRequest()]) {
      const { id } = (await env.send(client, "POST", "/addresses/external", { body })).body;
      const response = await balanceOf(id, "transfer_type=base&value_type=USDX");
      expect(response).toMatchObject({ status: 422, body: { code: "unprocessable" } });
      expect(response.body.detail).toMatch(/only internal addresses have a balance/);
    }
  });

  test("on mainnet cannot be requested by the name of a test chain", async () => {
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    const path = `/addresses/${own.id}/balance?transfer_type=sepolia&value_type=USDX`;
    expect(await env.send(mainnet, "GET", path)).toMatchObject({ status: 403 });
  });
});

describe("the balances of an account", () => {
  const balances = async (as = client) => (await env.send(as, "GET", "/balances")).body.balances;

  test("are all nonzero ones, by address, chain and token, with held amounts", async () => {
    const solana = {
      address: { id: second.id, address: second.address },
      transfer_type: "solana",
      value_type: "USDX",
    };
    const address = { id: own.id, address: own.address };
    const five = { value: "5.00", currency: "USDX" };
    const held = { value: "234.500001", currency: "USDX" };
    expect(await balances()).toMatchObject([
      { ...solana, balance: five, available: five, held: { value: "0.00", currency: "USDX" } },
      { address, transfer_type: "base", value_type: "USDX", available: { value: "999.999999" }, held },
      { address, transfer_type: "ethereum", value_type: "USDC", balance: { value: "0.000001" } },
    ]);
    await record([credit("e", wallet(second.id, "solana"), -5_000_000n)]);
    expect(await balances()).toHaveLength(2);
  });

  test("are those of its own addresses in its network", async () => {
    const stranger = await env.api.createClient();
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    for (const as of [stranger, mainnet]) expect(await balances(as)).toEqual([]);
  });
});
