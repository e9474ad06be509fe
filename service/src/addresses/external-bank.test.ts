import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddressApi, newBankRequest, newStreet, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { rewrapTable } from "../../test/rewrap-table.ts";
import { countRows, dumpTables } from "../../test/table-dump.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { loadBankDetails } from "./bank/bank-details.ts";
import { findAddress } from "./index.ts";
import { bankDetails } from "./tables.ts";

let env: AddressApi;
let client: TestClient;
const lines: string[] = [];

beforeAll(async () => {
  env = await startAddressApi({
    environment: { LOG_LEVEL: "trace", LOG_FORMAT: "json" },
    logDestination: { write: (line) => lines.push(line) },
  });
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const add = (overrides: object = {}, as = client) =>
  env.send(as, "POST", "/addresses/external", { body: newBankRequest(overrides) });
const get = (id: string) => env.send(client, "GET", `/addresses/${id}`);

const wire = {
  transfer_types: ["wire"],
  bank_address: newStreet(),
  beneficiary_address: newStreet({ street_line_2: "Suite 4", state: "nj", zip: "07030-1234", country: "US" }),
};

test("a bank account is returned masked, and its name defaults to its last digits", async () => {
  const response = await add({
    account_number: "1111-2222 7890",
    transfer_types: ["rtp-credit", "ach_credit"],
  });
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    id: expect.any(String),
    status: "active",
    name: "Wilhelmina Vanderquack",
    address: "",
    transfer_types: ["ach_credit", "rtp_credit"],
    type: "external",
    created: expect.any(String),
    owner: "Wilhelmina Vanderquack",
    account_number: "****7890",
    routing_number: "021000021",
    account_type: "checking",
    ownership: null,
    holder_type: null,
    needs_update: false,
    bank_address: null,
    beneficiary_address: null,
    last_updated: expect.any(String),
  });
  expect((await get(response.body.id)).body).toEqual(response.body);
});

test("a wire requires both street addresses, which are stored normalized", async () => {
  const response = await add({ account_number: "55556666", name: "Landlord", ...wire });
  expect(response).toMatchObject({
    status: 201,
    body: {
      name: "Landlord",
      bank_address: {
        street_line_1: "401 Larkspur Avenue",
        city: "New York",
        state: "NY",
        zip: "10001",
        country: "US",
      },
      beneficiary_address: { street_line_2: "Suite 4", state: "NJ", zip: "07030-1234" },
    },
  });
});

describe("refused, with nothing stored", () => {
  test.each([
    ["a wrong check digit", { routing_number: "021000022" }, 422, ["/routing_number"]],
    ["an unassigned prefix", { routing_number: "999999992" }, 422, ["/routing_number"]],
    ["a short account number", { account_number: "123" }, 422, ["/account_number"]],
    ["special characters in the account number", { account_number: "1234+5678" }, 422, ["/account_number"]],
    ["a blank owner", { owner: " " }, 422, ["/owner"]],
    ["a name with an invisible character", { name: "a\u200Bb" }, 422, ["/name"]],
    [
      "debit rails",
      { transfer_types: ["ach_credit", "ach_debit", "same_day_ach_debit"] },
      422,
      ["/transfer_types/1", "/transfer_types/2"],
    ],
    ["a chain", { transfer_types: ["base"] }, 422, ["/transfer_types/0"]],
    [
      "a wire without street addresses",
      { transfer_types: ["wire"] },
      422,
      ["/bank_address", "/beneficiary_address"],
    ],
    ["a wire without one of them", { ...wire, bank_address: undefined }, 422, ["/bank_address"]],
    [
      "a foreign street address",
      { ...wire, bank_address: newStreet({ country: "CA" }) },
      422,
      ["/bank_address/country"],
    ],
    [
      "an unknown state",
      { ...wire, beneficiary_address: newStreet({ state: "Atlantis" }) },
      422,
      ["/beneficiary_address/state"],
    ],
    [
      "several issues at once",
      { routing_number: "1", account_number: "1" },
      422,
      ["/account_number", "/routing_number"],
    ],
    ["another account type", { account_type: "gold" }, 400, ["/account_type"]],
    ["a number instead of a string", { account_number: 1234567890 }, 400, ["/account_number"]],
    ["an unknown rail", { transfer_types: ["pigeon"] }, 400, ["/transfer_types/0"]],
    [
      "an unknown field in a street address",
      { ...wire, bank_address: newStreet({ planet: "Earth" }) },
      400,
      ["/bank_address/planet"],
    ],
    ["missing fields", { owner: undefined, account_type: undefined }, 400, ["/owner", "/account_type"]],
    [
      "only street addresses",
      {
        owner: undefined,
        account_number: undefined,
        routing_number: undefined,
        account_type: undefined,
        bank_address: newStreet(),
      },
      400,
      ["/owner", "/account_number", "/routing_number", "/account_type"],
    ],
  ] as const)("%s", async (_what, overrides, status, pointers) => {
    const before = await countRows(env.api.database);
    const response = await add({ account_number: "987654321", ...overrides });
    expect(response.status).toBe(status);
    const errors: readonly { pointer: string }[] = response.body.errors;
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await countRows(env.api.database)).toEqual(before);
  });

  test("the error for a debit rail says to link the bank account", async () => {
    const response = await add({ transfer_types: ["ach_debit"] });
    expect(response.body.detail).toMatch(/link the bank account to debit it/);
  });
});

test("a duplicate bank account is a conflict that names it; in another account or network it is not", async () => {
  const first = await add({ account_number: "ab12345678" });
  expect(first.status).toBe(201);
  const again = await add({ account_number: "AB-1234-5678", account_type: "savings", name: "Other" });
  expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(again.body.detail).toContain(first.body.id);
  const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
  const stranger = await env.api.createClient();
  for (const owner of [mainnet, stranger])
    expect((await add({ account_number: "ab12345678" }, owner)).status).toBe(201);
  expect((await add({ account_number: "ab12345678", routing_number: "011401533" })).status).toBe(201);
  const racing = await Promise.all(Array.from({ length: 6 }, () => add({ account_number: "race1234" })));
  expect(racing.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(racing.filter(({ status }) => status === 409)).toHaveLength(5);
});

test("neither number nor owner of a bank account is in a table, a log line or an error", async () => {
  const overrides = {
    account_number: "8642097531",
    ...wire,
    bank_address: newStreet({ state: "Wilhelmina" }),
  };
  const refused = await add(overrides);
  const added = await add({ ...overrides, bank_address: newStreet() });
  expect([refused.status, added.status]).toEqual([422, 201]);
  await env.send(client, "PATCH", `/addresses/${added.body.id}`, { body: { name: "Renamed" } });
  const tables = Object.values(await dumpTables(env.api.database)).join("\n");
  const everywhere = [tables, lines.join("\n"), refused.text].join("\n").toLowerCase();
  for (const secret of ["8642097531", "Vanderquack", "Larkspur"]) {
    expect(everywhere).not.toContain(secret.toLowerCase());
    expect(everywhere).not.toContain(Buffer.from(secret).toString("hex"));
  }
  expect(added.text).not.toContain("8642097531");
  expect(tables).toContain("****7531");
});

test("a rewrap moves every bank account to the current master key, and repeating it changes nothing", async () => {
  const { database } = env.api;
  const [newId, clock] = [createIdFactory(systemClock), systemClock];
  const { id, account_number: shown } = (await add({ account_number: "1029384756" })).body;
  const keyRing = createKeyRing(Buffer.alloc(32, 7), [env.masterKey]);
  const deps = { database, newId, clock, keyRing };
  expect(await rewrapTable(deps, bankDetails)).toBeGreaterThan(2);
  expect(await rewrapTable(deps, bankDetails)).toBe(0);
  const address = await findAddress(database, {
    tenantId: tenantOf(client.accountId),
    network: "testnet",
    addressId: id,
  });
  const onlyNew = { keyRing: createKeyRing(Buffer.alloc(32, 7)) };
  const details = await loadBankDetails(onlyNew, database, address === undefined ? [] : [address]);
  expect([...details.values()]).toMatchObject([{ accountNumber: "1029384756" }]);
  expect(shown).toBe("****4756");
  await rewrapTable({ ...deps, keyRing: createKeyRing(env.masterKey, [Buffer.alloc(32, 7)]) }, bankDetails);
  expect((await get(id)).status).toBe(200);
});
