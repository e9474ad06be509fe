import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { addAddress, addToken } from "../../test/token-holders.ts";
import type { ChainName } from "../chains/chain-name.ts";

let api: TestApi;
let client: TestClient;
let keys = 0;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient({ selfAttested: true });
  await addToken(api, { issuer: undefined, valueType: "FUSD", kind: "fiat_backed" });
  await addToken(api, { issuer: client.accountId, valueType: "GOLD" });
});
afterAll(() => api.stop());

function post(path: string, body: unknown) {
  keys += 1;
  const { token, accountId } = client;
  return api.request("POST", `/accounts/${accountId}${path}`, { token, idempotencyKey: `key-${keys}`, body });
}

/** Every way to pay to an address. */
async function payments(chain: ChainName, addressId: string) {
  const source = await addAddress(api, { accountId: client.accountId, chains: [chain] });
  const place = (address_id: string, value_type: string) => ({
    address_id,
    value_type,
    transfer_type: chain,
  });
  const pays = (valueType: string) => ({
    source: place(source, valueType),
    destination: place(addressId, valueType),
  });
  return Promise.all([
    post("/transfers", { ...pays("FUSD"), amount: { value: "1.00", currency: "USD" } }),
    post("/tokens/transfers", { ...pays("GOLD"), amount: "1.00" }),
    post("/tokens/mints", { destination: place(addressId, "GOLD"), amount: "1.00" }),
    post("/automations", {
      name: "Forward",
      source: { value_type: "USD" },
      destination: place(addressId, "FUSD"),
    }),
  ]);
}

test.each([
  ["base", "0x000000000000000000000000000000000000dEaD"],
  ["ethereum", "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"],
  ["solana", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
  ["stellar", "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF"],
] as const)("on %s, %s that was added earlier receives nothing, by any way", async (chain, text) => {
  const addressId = await addAddress(api, {
    accountId: client.accountId,
    kind: "external",
    text,
    chains: [chain],
  });
  const detail = expect.stringMatching(/^is .+, not a wallet; tokens sent there would be lost/);
  for (const { status, body } of await payments(chain, addressId)) {
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: "unprocessable",
      errors: [{ pointer: "/destination/address_id", detail }],
    });
  }
});
