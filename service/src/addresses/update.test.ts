import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AddressApi,
  addressOf,
  newBankRequest,
  newStreet,
  sanctionedAddress,
  startAddressApi,
} from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { dumpTables } from "../../test/table-dump.ts";
import { readAudit } from "../audit/index.ts";
import { statement } from "../db/statement.ts";
import { tenantOf } from "../kernel/id.ts";
import { findAddress, refuseUnusable } from "./index.ts";

let env: AddressApi;
let client: TestClient;

beforeAll(async () => {
  env = await startAddressApi();
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const add = async (kind: "internal" | "external", body: object): Promise<string> =>
  (await env.send(client, "POST", `/addresses/${kind}`, { body })).body.id;
const patch = (id: string, body: object, as = client) => env.send(as, "PATCH", `/addresses/${id}`, { body });

let seeds = 0;
const addExternal = (overrides: object = {}): Promise<string> => {
  seeds += 1;
  const address = addressOf.evm(`update-${seeds}`);
  return add("external", { name: "Theirs", address, transfer_types: ["base"], ...overrides });
};
const addBank = (overrides: object = {}): Promise<string> => {
  seeds += 1;
  return add("external", newBankRequest({ account_number: `99990000${seeds}`, ...overrides }));
};
const addInternal = (chain = "base"): Promise<string> =>
  add("internal", { name: "Ours", transfer_types: [chain] });

test("a rename is recorded in the audit log with the previous name", async () => {
  const id = await addInternal();
  const response = await patch(id, { name: " Treasury " });
  expect(response).toMatchObject({ status: 200, body: { id, name: "Treasury" } });
  expect((await env.send(client, "GET", `/addresses/${id}`)).body).toEqual(response.body);
  expect(Date.parse(response.body.last_updated)).toBeGreaterThanOrEqual(Date.parse(response.body.created));
  const [entry] = await readAudit(env.api.database, { subjectId: id, limit: 1 });
  expect(entry).toMatchObject({
    action: "address.update",
    accountId: client.accountId,
    before: { name: "Ours" },
    after: { name: "Treasury", transfer_types: "base", type: "internal" },
  });
});

describe("archiving", () => {
  test("an external address remains readable, cannot be used, and can be reactivated", async () => {
    const id = await addExternal();
    expect(await patch(id, { status: "archived" })).toMatchObject({
      status: 200,
      body: { status: "archived" },
    });
    expect((await env.send(client, "GET", `/addresses/${id}`)).body.status).toBe("archived");
    const key = { tenantId: tenantOf(client.accountId), network: "testnet", addressId: id } as const;
    const use = { transferType: "base", pointer: "/destination" } as const;
    const archived = await findAddress(env.api.database, key);
    expect(archived && refuseUnusable(archived, use)).toMatchObject({
      code: "unprocessable",
      errors: [{ pointer: "/destination/address_id" }],
    });
    expect(await patch(id, { status: "active" })).toMatchObject({ status: 200, body: { status: "active" } });
    const active = await findAddress(env.api.database, key);
    expect(active && refuseUnusable(active, use)).toBeUndefined();
    expect(active && refuseUnusable(active, { ...use, transferType: "ethereum" })).toMatchObject({
      errors: [{ pointer: "/destination/transfer_type" }],
    });
  });

  test("an internal address is always active", async () => {
    const id = await addInternal();
    for (const status of ["archived", "active"]) {
      expect(await patch(id, { status })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: "/status" }] },
      });
    }
  });

  test("an address with a new sanctions match cannot be reactivated", async () => {
    const id = await addExternal();
    await patch(id, { status: "archived" });
    // Simulates a list that grew after the address was added.
    const replace = statement("UPDATE addresses SET on_chain_address = $2 WHERE id = $1");
    await env.api.database.run(replace, [id, sanctionedAddress]);
    expect(await patch(id, { status: "active" })).toMatchObject({
      status: 422,
      body: { code: "address_not_allowed" },
    });
    expect((await env.send(client, "GET", `/addresses/${id}`)).body.status).toBe("archived");
  });
});

describe("additional transfer types", () => {
  test("the other chain of the family can be added, once, to internal and external addresses", async () => {
    for (const id of [await addInternal(), await addExternal()]) {
      const added = await patch(id, { additional_transfer_types: ["sepolia"] });
      expect(added).toMatchObject({ status: 200, body: { transfer_types: ["ethereum", "base"] } });
      const again = await patch(id, { additional_transfer_types: ["ethereum", "base"] });
      expect(again).toMatchObject({ status: 200, body: { transfer_types: ["ethereum", "base"] } });
    }
  });

  test("credit rails can be added to a bank; wire only if both street addresses are on file", async () => {
    const bare = await addBank();
    expect(
      await patch(bare, { additional_transfer_types: ["rtp-credit", "same_day_ach_credit"] }),
    ).toMatchObject({
      status: 200,
      body: { transfer_types: ["ach_credit", "same_day_ach_credit", "rtp_credit"] },
    });
    expect(await patch(bare, { additional_transfer_types: ["wire"] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/additional_transfer_types/0" }] },
    });
    const whole = await addBank({ bank_address: newStreet(), beneficiary_address: newStreet() });
    expect(await patch(whole, { additional_transfer_types: ["wire"] })).toMatchObject({
      status: 200,
      body: { transfer_types: ["wire", "ach_credit"], bank_address: { state: "NY" } },
    });
  });

  test.each([
    ["a chain of another family", () => addInternal("solana"), ["base"], 422],
    ["a rail for a chain address", () => addExternal(), ["wire"], 422],
    ["a chain for a bank", () => addBank(), ["base"], 422],
    ["a debit rail for a bank", () => addBank(), ["ach_debit"], 422],
    ["an unknown transfer type", () => addBank(), ["pigeon"], 400],
  ] as const)("%s is refused, and nothing changes", async (_what, make, additional, status) => {
    const id = await make();
    const before = (await dumpTables(env.api.database))["addresses"];
    const response = await patch(id, { name: "New", additional_transfer_types: additional });
    expect(response).toMatchObject({
      status,
      body: { errors: [{ pointer: "/additional_transfer_types/0" }] },
    });
    expect((await dumpTables(env.api.database))["addresses"]).toBe(before);
  });
});

describe("invalid changes", () => {
  test.each([
    [{}, 400],
    [{ name: "  " }, 422],
    [{ status: "gone" }, 400],
    [{ address: "0x" }, 400],
    [{ additional_transfer_types: [] }, 400],
  ])("%j is refused", async (body, status) => {
    expect((await patch(await addExternal(), body)).status).toBe(status);
  });

  test("a test chain's name on mainnet, an unknown address, and a read-only token are refused", async () => {
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    const id = (
      await env.send(mainnet, "POST", "/addresses/internal", {
        body: { name: "M", transfer_types: ["base"] },
      })
    ).body.id;
    expect(await patch(id, { additional_transfer_types: ["sepolia"] }, mainnet)).toMatchObject({
      status: 403,
      body: { code: "network_not_supported" },
    });
    expect((await patch("01JD7Q2M8W3T5V6X9YZABCDEFG", { name: "x" })).status).toBe(404);
    const reader = await env.api.createClient({ accountId: client.accountId, scopes: ["addresses:read"] });
    expect((await patch(id, { name: "x" }, reader)).status).toBe(403);
  });

  test("the same idempotency key returns the stored response and changes nothing", async () => {
    const id = await addInternal();
    const send = () =>
      env.api.request("PATCH", `/accounts/${client.accountId}/addresses/${id}`, {
        token: client.token,
        idempotencyKey: "patch-once",
        body: { name: "Once" },
      });
    const [first, replay] = [await send(), await send()];
    expect([replay.text, replay.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    expect(await readAudit(env.api.database, { subjectId: id, limit: 10 })).toHaveLength(2);
  });
});
