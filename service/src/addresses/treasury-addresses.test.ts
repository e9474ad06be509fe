import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddressApi, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { testCause } from "../../test/auth.ts";
import { createTestCustody } from "../../test/custody.ts";
import { addManagedAccount } from "../../test/token-holders.ts";
import { post } from "../../test/token-movements.ts";
import { record } from "../../test/tokens.ts";
import { standardChains } from "../chains/chain-name.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { ensureTreasuryAddresses, findAddress, findAddressHolders, findTreasuryAddresses } from "./index.ts";

let env: AddressApi;
let client: TestClient;

const newId = createIdFactory(systemClock);
const deps = {
  clock: systemClock,
  newId,
  wallets: createTestCustody().wallets,
  chains: { names: standardChains },
};

beforeAll(async () => {
  env = await startAddressApi();
  client = await env.api.createClient({ selfAttested: true });
});

afterAll(() => env.api.stop());

const scopeOf = ({ accountId }: TestClient) => ({
  tenantId: tenantOf(accountId),
  network: "testnet" as const,
});

function ensure(as: TestClient) {
  const input = { ...scopeOf(as), accountId: as.accountId, cause: testCause };
  return env.api.database.transaction((tx) => ensureTreasuryAddresses(deps, tx, input));
}

test("a treasury has one address per family, also with concurrent requests", async () => {
  const other = await env.api.createClient();
  const responses = await Promise.all([ensure(other), ensure(other), ensure(other)]);
  const [first] = responses;
  expect(first.map(({ family }) => family).toSorted()).toEqual(["evm", "solana", "stellar"]);
  for (const response of responses) expect(new Set(response)).toEqual(new Set(first));
  expect(new Set(await findTreasuryAddresses(env.api.database, scopeOf(other)))).toEqual(new Set(first));
});

describe("through the API a treasury address", () => {
  let id: string;
  let text: string;

  beforeAll(async () => {
    const evm = (await ensure(client)).find(({ family }) => family === "evm");
    [id, text] = [evm?.id ?? "", evm?.onChainAddress ?? ""];
    const base = { chain: "base", asset: { code: "USDC", scale: 6 } } as const;
    await record(env.api.database, client.accountId, [
      {
        type: "post",
        key: "given",
        postings: [
          { account: { kind: "external", ...base }, units: -5n },
          { account: { kind: "wallet", owner: id, ...base }, units: 5n },
        ],
      },
    ]);
  });

  test("is not returned, and neither is its balance", async () => {
    expect((await env.send(client, "GET", "/addresses")).body.addresses).toEqual([]);
    expect((await env.send(client, "GET", `/addresses?address=${text}`)).body.addresses).toEqual([]);
    expect((await env.send(client, "GET", "/balances")).body.balances).toEqual([]);
  });

  test("is not found by its id", async () => {
    for (const [method, path, body] of [
      ["GET", `/addresses/${id}`, undefined],
      ["GET", `/addresses/${id}/balance?transfer_type=base&value_type=USDC`, undefined],
      ["PATCH", `/addresses/${id}`, { name: "Mine" }],
    ] as const) {
      const response = await env.send(client, method, path, body === undefined ? {} : { body });
      expect([response.status, response.body.code], path).toEqual([404, "not_found"]);
    }
    expect(await findAddress(env.api.database, { ...scopeOf(client), addressId: id })).toBeUndefined();
  });

  test("cannot be a source or destination", async () => {
    const end = { address_id: id, value_type: "USDC", transfer_type: "base" };
    for (const [plural, body] of [
      ["transfers", { amount: "1", source: end, destination: end }],
      ["mints", { amount: "1", destination: end }],
      ["burns", { amount: "1", source: end }],
    ] as const) {
      const response = await post(env.api, { client }, plural, body);
      expect([response.status, response.body.code], plural).toEqual([404, "address_not_found"]);
    }
  });

  test("cannot be added as an external address by any account of the tenant", async () => {
    const body = { name: "Loop", address: text, transfer_types: ["base"] };
    const managed = await addManagedAccount(env.api, client.accountId);
    for (const accountId of [client.accountId, managed]) {
      const response = await env.send({ ...client, accountId }, "POST", "/addresses/external", { body });
      expect(response).toMatchObject({ status: 422, body: { errors: [{ pointer: "/address" }] } });
      expect(response.text).not.toContain(id);
    }
  });

  test("is visible to the crediting of deposits", async () => {
    expect(await findAddressHolders(env.api.database, scopeOf(client), [id])).toEqual([
      { id, accountId: client.accountId, purpose: "treasury" },
    ]);
  });
});
