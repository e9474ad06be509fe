import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddressApi, newBankRequest, newStreet, startAddressApi } from "../../test/addresses.ts";
import type { TestClient } from "../../test/api.ts";
import { countRows, dumpTables } from "../../test/table-dump.ts";
import { systemCause } from "../kernel/cause.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { loadBankDetails } from "./bank/bank-details.ts";
import { findAddress, resealBankDetails } from "./index.ts";

let world: AddressApi;
let client: TestClient;
const lines: string[] = [];

beforeAll(async () => {
  world = await startAddressApi({
    environment: { LOG_LEVEL: "trace", LOG_FORMAT: "json" },
    logDestination: { write: (line) => lines.push(line) },
  });
  client = await world.api.createClient();
});

afterAll(() => world.api.stop());

const add = (overrides: object = {}, as = client) =>
  world.send(as, "POST", "/addresses/external", { body: newBankRequest(overrides) });
const get = (id: string) => world.send(client, "GET", `/addresses/${id}`);

const wire = {
  transfer_types: ["wire"],
  bank_address: newStreet(),
  beneficiary_address: newStreet({ street_line_2: "Suite 4", state: "nj", zip: "07030-1234", country: "US" }),
};

test("a bank account is added masked, and named by its last digits", async () => {
  const answer = await add({
    account_number: "1111-2222 7890",
    transfer_types: ["rtp-credit", "ach_credit"],
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    status: "active",
    name: "Bank account ****7890",
    transfer_types: ["ach_credit", "rtp_credit"],
    type: "external",
    created: expect.any(String),
    owner: "Wilhelmina Vanderquack",
    account_number: "****7890",
    routing_number: "021000021",
    account_type: "checking",
    needs_update: false,
    bank_address: null,
    beneficiary_address: null,
    last_updated: expect.any(String),
  });
  expect((await get(answer.body.id)).body).toEqual(answer.body);
});

test("a wire needs both street addresses, which are kept in one form", async () => {
  const answer = await add({ account_number: "55556666", name: "Landlord", ...wire });
  expect(answer).toMatchObject({
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

describe("what is refused, with nothing left behind", () => {
  test.each([
    ["a wrong check digit", { routing_number: "021000022" }, 422, ["/routing_number"]],
    ["a prefix of no bank", { routing_number: "999999992" }, 422, ["/routing_number"]],
    ["a short account number", { account_number: "123" }, 422, ["/account_number"]],
    ["signs in the account number", { account_number: "1234+5678" }, 422, ["/account_number"]],
    ["a blank owner", { owner: " " }, 422, ["/owner"]],
    ["an invisible name", { name: "a\u200Bb" }, 422, ["/name"]],
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
      "a street address abroad",
      { ...wire, bank_address: newStreet({ country: "CA" }) },
      422,
      ["/bank_address/country"],
    ],
    [
      "no such state",
      { ...wire, beneficiary_address: newStreet({ state: "Atlantis" }) },
      422,
      ["/beneficiary_address/state"],
    ],
    [
      "several at once",
      { routing_number: "1", account_number: "1" },
      422,
      ["/account_number", "/routing_number"],
    ],
    ["another account type", { account_type: "gold" }, 400, ["/account_type"]],
    ["a number for a string", { account_number: 1234567890 }, 400, ["/account_number"]],
    ["an unknown rail", { transfer_types: ["pigeon"] }, 400, ["/transfer_types/0"]],
    [
      "an unknown field in a street address",
      { ...wire, bank_address: newStreet({ planet: "Earth" }) },
      400,
      ["/bank_address/planet"],
    ],
    ["missing fields", { owner: undefined, account_type: undefined }, 400, ["/owner", "/account_type"]],
    [
      "street addresses alone",
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
    const before = await countRows(world.api.database);
    const answer = await add({ account_number: "987654321", ...overrides });
    expect(answer.status).toBe(status);
    const errors: readonly { pointer: string }[] = answer.body.errors;
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await countRows(world.api.database)).toEqual(before);
  });

  test("a debit rail is told to link the bank", async () => {
    const answer = await add({ transfer_types: ["ach_debit"] });
    expect(answer.body.detail).toMatch(/link the bank instead/);
  });
});

test("the same bank account again is a conflict that names it; in another account or network it is not", async () => {
  const first = await add({ account_number: "ab12345678" });
  expect(first.status).toBe(201);
  const again = await add({ account_number: "AB-1234-5678", account_type: "savings", name: "Other" });
  expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(again.body.detail).toContain(first.body.id);
  const mainnet = await world.api.createClient({ accountId: client.accountId, network: "mainnet" });
  const stranger = await world.api.createClient();
  for (const owner of [mainnet, stranger])
    expect((await add({ account_number: "ab12345678" }, owner)).status).toBe(201);
  expect((await add({ account_number: "ab12345678", routing_number: "011401533" })).status).toBe(201);
  const racing = await Promise.all(Array.from({ length: 6 }, () => add({ account_number: "race1234" })));
  expect(racing.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(racing.filter(({ status }) => status === 409)).toHaveLength(5);
});

test("neither the number nor the people of a bank account are in a table, a log line or a refusal", async () => {
  const overrides = {
    account_number: "8642097531",
    ...wire,
    bank_address: newStreet({ state: "Wilhelmina" }),
  };
  const refused = await add(overrides);
  const added = await add({ ...overrides, bank_address: newStreet() });
  expect([refused.status, added.status]).toEqual([422, 201]);
  await world.send(client, "PATCH", `/addresses/${added.body.id}`, { body: { name: "Renamed" } });
  const tables = Object.values(await dumpTables(world.api.database)).join("\n");
  const everywhere = [tables, lines.join("\n"), refused.text].join("\n").toLowerCase();
  for (const secret of ["8642097531", "Vanderquack", "Larkspur"]) {
    expect(everywhere).not.toContain(secret.toLowerCase());
    expect(everywhere).not.toContain(Buffer.from(secret).toString("hex"));
  }
  expect(added.text).not.toContain("8642097531");
  expect(tables).toContain("****7531");
});

test("resealing moves every bank account to the current master key, and a second time touches nothing", async () => {
  const { database } = world.api;
  const [newId, clock] = [createIdFactory(systemClock), systemClock];
  const { id, account_number: shown } = (await add({ account_number: "1029384756" })).body;
  const keyRing = createKeyRing(Buffer.alloc(32, 7), [world.masterKey]);
  const deps = { database, newId, clock, keyRing };
  const cause = systemCause("test");
  expect(await resealBankDetails(deps, { cause, batchSize: 2 })).toBeGreaterThan(2);
  expect(await resealBankDetails(deps, { cause, batchSize: 2 })).toBe(0);
  const address = await findAddress(database, {
    tenantId: tenantOf(client.accountId),
    network: "testnet",
    addressId: id,
  });
  const onlyNew = { keyRing: createKeyRing(Buffer.alloc(32, 7)) };
  const details = await loadBankDetails(onlyNew, database, address === undefined ? [] : [address]);
  expect([...details.values()]).toMatchObject([{ accountNumber: "1029384756" }]);
  expect(shown).toBe("****4756");
  await resealBankDetails(
    { ...deps, keyRing: createKeyRing(world.masterKey, [Buffer.alloc(32, 7)]) },
    { cause },
  );
  expect((await get(id)).status).toBe(200);
});
