import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fundSenderQueues } from "../../sandbox/src/local-chains/fund-sender-queues.ts";
import { startTestApi } from "../../service/test/api.ts";
import { openChainParts } from "../../service/test/chain-parts.ts";
import { createTestDatabase } from "../../service/test/database.ts";
import { eventually } from "../../service/test/eventually.ts";
import { startLocalEvm } from "../../service/test/local-evm.ts";
import { createSanctionedAddresses } from "../../service/test/sanctioned-addresses.ts";
import { send } from "../../service/test/transfer-environment.ts";

const guide = join(import.meta.dirname, "../../docs/contributing/add-a-chain.md");
const polygonAmoy = 80_002;

test("Polygon is added by the settings of the guide alone, and takes an on-ramp", async () => {
  const { settings, newAddress, newTransfer } = await readGuide();
  await using env = await openPolygon(settings);
  const { api, client } = env;
  const call = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
    send(api, { client }, method, path, body);

  const { body: types } = await api.request("GET", "/transfer-types", {});
  expect(types.chains).toContainEqual({
    transfer_type: "polygon",
    name: "Polygon",
    family: "evm",
    testnet_names: ["polygon_amoy"],
  });
  const token = async () => (await api.request("GET", "/tokens/FUSD", { token: client.token })).body;
  const onPolygon = { transfer_type: "polygon", status: "active" };
  await eventually(async () =>
    expect((await token()).deployments).toContainEqual(expect.objectContaining(onPolygon)),
  );

  const address = (await call("POST", "/addresses/internal", newAddress)).body;
  expect(address.transfer_types).toEqual(["polygon"]);
  const destination = { ...newTransfer.destination, address_id: address.id };
  const created = await call("POST", "/transfers", { ...newTransfer, destination });
  expect(created.status, created.text).toBe(201);
  const { id } = created.body;
  const paid = { transfer_id: id, amount: newTransfer.amount, type: "wire" };
  expect((await call("POST", "/simulations/payments", paid)).status).toBe(202);
  await eventually(async () => expect((await call("GET", `/transfers/${id}`)).body.status).toBe("complete"));

  const { contract_address: contract } = (await token()).deployments.find(
    (each: { transfer_type: string }) => each.transfer_type === "polygon",
  );
  const polygon = env.chains.get("testnet", "polygon");
  expect(await polygon.balances(contract, [address.address])).toEqual([250_000_000n]);
  const balance = await call("GET", `/addresses/${address.id}/balance?transfer_type=Polygon&value_type=FUSD`);
  expect(balance.body).toMatchObject({ transfer_type: "polygon", balance: { value: "250.00" } });
  const found = await call("GET", "/transfers?transfer_type=polygon_amoy");
  expect(found.body.transfers).toMatchObject([{ id }]);
});

test("a chain that the settings do not add is refused, with the chains that there are", async () => {
  const api = await startTestApi();
  try {
    const client = await api.createClient();
    const body = { name: "On Polygon", transfer_types: ["polygon"] };
    const refused = await send(api, { client }, "POST", "/addresses/internal", body);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/transfer_types/0" }] } });
    expect(refused.body.errors[0].detail).toMatch(/^must be one of ethereum, base, solana, stellar, sepolia/);
  } finally {
    await api.stop();
  }
});

/** The settings and the bodies that the guide shows. */
async function readGuide() {
  const text = await readFile(guide, "utf8");
  const blocks = (language: string) =>
    [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, block]) => block ?? "");
  const [shell = ""] = blocks("sh");
  const settings = Object.fromEntries(
    [...shell.matchAll(/(\w+)="(.*)"/g)].map(([, name, value]) => [name, value]),
  );
  const [newAddress, newTransfer] = blocks("json").map((block) => JSON.parse(block));
  return { settings, newAddress, newTransfer };
}

/** The service with the guide's settings, whose RPC URL is that of a local EVM node with Polygon's chain id. */
async function openPolygon(settings: Readonly<Record<string, string>>) {
  const node = await startLocalEvm({ chainId: polygonAmoy, blockTimeMs: 10 });
  const environment = { RATE_LIMIT: "off", ...settings, CHAIN_TESTNET_POLYGON_RPC_URLS: node.url };
  const masterKey = randomBytes(32);
  const testDatabase = await createTestDatabase({ maxConnections: 30 });
  const { database, target } = testDatabase;
  const { screener } = await createSanctionedAddresses();
  const options = { chainName: "polygon", database, target, masterKey, environment, screener } as const;
  const parts = await openChainParts(options);
  await fundSenderQueues(parts.chain, node.nodes, parts.signer);
  const api = await startTestApi({ masterKey, testDatabase, environment });
  return {
    api,
    client: await api.createClient(),
    chains: parts.chains,
    [Symbol.asyncDispose]: async () => {
      await api.stop();
      await parts.close();
      await node.close();
    },
  };
}
