import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../test/addresses.ts";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { addAddress, addToken } from "../../test/token-holders.ts";
import { unaudited } from "../../test/unaudited.ts";
import { earlierBy } from "../db/earlier.ts";
import { statement } from "../db/statement.ts";

let api: TestApi;
let client: TestClient;
let source: string;
let keys = 0;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api", TESTNET_COOLING_OFF_HOURS: "24" } });
  client = await api.createClient({ selfAttested: true });
  source = await addAddress(api, client);
  await addToken(api, { issuer: undefined, valueType: "FUSD", kind: "fiat_backed", chains: ["base"] });
  await addToken(api, { issuer: client.accountId, valueType: "GOLD", chains: ["base"] });
});
afterAll(() => api.stop());

function post(path: string, body: unknown, method = "POST") {
  keys += 1;
  const { token, accountId } = client;
  return api.request(method, `/accounts/${accountId}${path}`, { token, idempotencyKey: `key-${keys}`, body });
}

async function newAddress(seed: string): Promise<string> {
  const body = { name: "Supplier", address: addressOf.evm(seed), transfer_types: ["base"] };
  const { status, body: address } = await post("/addresses/external", body);
  expect(status).toBe(201);
  return address.id;
}

const place = (address_id: string, value_type: string) => ({ address_id, value_type, transfer_type: "base" });

/** A transfer, a token transfer and a mint to this address, and an automation that pays to it. */
function payments(addressId: string) {
  const pays = (valueType: string) => ({
    source: place(source, valueType),
    destination: place(addressId, valueType),
  });
  return Promise.all([
    post("/transfers", { ...pays("FUSD"), amount: { value: "1.00", currency: "USD" } }),
    post("/tokens/transfers", { ...pays("GOLD"), amount: "1.00" }),
    post("/automations", {
      name: "Forward",
      source: { value_type: "USD" },
      destination: place(addressId, "FUSD"),
    }),
  ]);
}

async function makeOlder(addressId: string, hours: number): Promise<void> {
  const change = `UPDATE addresses SET updated_at = ${earlierBy("updated_at", "$2")} WHERE id = $1`;
  const makeOlderStatement = statement(change, { changesFacts: "platform" });
  await api.database.transaction((tx) =>
    unaudited(tx).run(makeOlderStatement, [addressId, hours * 3_600_000]),
  );
}

test("a new external address receives nothing until its cooling-off is over, by any way", async () => {
  const addressId = await newAddress("supplier");
  const detail = expect.stringMatching(
    /^was added or changed recently, and can be a destination from \d{4}-.*Z on$/,
  );
  const refused = { code: "unprocessable", errors: [{ pointer: "/destination/address_id", detail }] };
  for (const { status, body } of await payments(addressId)) {
    expect(status).toBe(422);
    expect(body).toMatchObject(refused);
  }
  await makeOlder(addressId, 24);
  const [transfer, tokenTransfer, automation] = await payments(addressId);
  for (const { body } of [transfer, tokenTransfer]) expect(body.code).toBe("insufficient_balance");
  expect(automation?.body.errors).not.toEqual(refused.errors);
});

test("a changed address cools off again, and an own address never does", async () => {
  const addressId = await newAddress("landlord");
  await makeOlder(addressId, 48);
  const change = { name: "Landlord" };
  expect((await post(`/addresses/${addressId}`, change, "PATCH")).status).toBe(200);
  expect((await payments(addressId)).map(({ body }) => body.code)).toEqual([
    "unprocessable",
    "unprocessable",
    "unprocessable",
  ]);
  const own = await addAddress(api, client);
  const [transfer] = await payments(own);
  expect(transfer?.body.code).toBe("insufficient_balance");
});
