import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddressApi, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { testCause } from "../../test/auth.ts";
import { createTestCustody } from "../../test/custody.ts";
import { addManagedAccount } from "../../test/token-holders.ts";
import { post } from "../../test/token-movements.ts";
import { record } from "../../test/tokens.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { ensureTreasuryAddresses, findAddress, findAddressHolders, findTreasuryAddresses } from "./index.ts";

let world: AddressApi;
let client: TestClient;

const newId = createIdFactory(systemClock);
const deps = { clock: systemClock, newId, wallets: createTestCustody().wallets };

beforeAll(async () => {
  world = await startAddressApi();
  client = await world.api.createClient({ selfAttested: true });
});

afterAll(() => world.api.stop());

const scopeOf = ({ accountId }: TestClient) => ({
  tenantId: tenantOf(accountId),
  network: "testnet" as const,
});

function ensure(as: TestClient) {
  const wish = { ...scopeOf(as), accountId: as.accountId, cause: testCause };
  return world.api.database.transaction((tx) => ensureTreasuryAddresses(deps, tx, wish));
}

test("a treasury has one address of each family, however many ask for it at once", async () => {
  const other = await world.api.createClient();
  const answers = await Promise.all([ensure(other), ensure(other), ensure(other)]);
  const [first] = answers;
  expect(first.map(({ family }) => family).toSorted()).toEqual(["evm", "solana", "stellar"]);
  for (const answer of answers) expect(new Set(answer)).toEqual(new Set(first));
  expect(new Set(await findTreasuryAddresses(world.api.database, scopeOf(other)))).toEqual(new Set(first));
});

describe("through the API the treasury's address", () => {
  let id: string;
  let text: string;

  beforeAll(async () => {
    const evm = (await ensure(client)).find(({ family }) => family === "evm");
    [id, text] = [evm?.id ?? "", evm?.onChainAddress ?? ""];
    const base = { chain: "base", asset: { code: "TUSD", scale: 6 } } as const;
    await record(world.api.database, client.accountId, [
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

  test("is not listed, and neither is what it has", async () => {
    expect((await world.send(client, "GET", "/addresses")).body.addresses).toEqual([]);
    expect((await world.send(client, "GET", `/addresses?address=${text}`)).body.addresses).toEqual([]);
    expect((await world.send(client, "GET", "/balances")).body.balances).toEqual([]);
  });

  test("does not exist by its id", async () => {
    for (const [method, path, body] of [
      ["GET", `/addresses/${id}`, undefined],
      ["GET", `/addresses/${id}/balance?transfer_type=base&value_type=TUSD`, undefined],
      ["PATCH", `/addresses/${id}`, { name: "Mine" }],
    ] as const) {
      const answer = await world.send(client, method, path, body === undefined ? {} : { body });
      expect([answer.status, answer.body.code], path).toEqual([404, "not_found"]);
    }
    expect(await findAddress(world.api.database, { ...scopeOf(client), addressId: id })).toBeUndefined();
  });

  test("cannot be paid or paid from", async () => {
    const end = { address_id: id, value_type: "TUSD", transfer_type: "base" };
    for (const [plural, body] of [
      ["transfers", { amount: "1", source: end, destination: end }],
      ["mints", { amount: "1", destination: end }],
      ["burns", { amount: "1", source: end }],
    ] as const) {
      const answer = await post(world.api, { client }, plural, body);
      expect([answer.status, answer.body.code], plural).toEqual([404, "address_not_found"]);
    }
  });

  test("cannot be added as somebody else's, by any account of the tenant", async () => {
    const body = { name: "Loop", address: text, transfer_types: ["base"] };
    const managed = await addManagedAccount(world.api, client.accountId);
    for (const accountId of [client.accountId, managed]) {
      const answer = await world.send({ ...client, accountId }, "POST", "/addresses/external", { body });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: "/address" }] } });
      expect(answer.text).not.toContain(id);
    }
  });

  test("is known to whoever credits what comes to it", async () => {
    expect(await findAddressHolders(world.api.database, scopeOf(client), [id])).toEqual([
      { id, accountId: client.accountId, purpose: "treasury" },
    ]);
  });
});
