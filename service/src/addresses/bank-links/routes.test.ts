import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import type { TestClient } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { countRows, dumpTables } from "../../../test/table-dump.ts";
import { readAudit } from "../../audit/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { createIdFactory, type Network, tenantOf } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { loadBankDetails } from "../bank/bank-details.ts";
import { findAddress, refuseUnusable, resealBankDetails } from "../index.ts";
import { digestToken } from "./link-token.ts";
import { deleteSessionsBefore, lockByPublicDigest } from "./session-store.ts";
import { forgetSessions } from "./upkeep.ts";

const clock = createManualClock();
const lines: string[] = [];
let world: BankLinkApi;
let client: TestClient;

beforeAll(async () => {
  world = await startBankLinkApi({
    clock,
    environment: { LOG_LEVEL: "trace", LOG_FORMAT: "json" },
    logDestination: { write: (line) => lines.push(line) },
  });
  client = await world.api.createClient();
});

afterAll(() => world.api.stop());

const linkToken = (as = client) => world.send(as, "POST", "/banklink/link_token");
const get = (id: string) => world.send(client, "GET", `/addresses/${id}`);
const debits = { transfer_types: ["ach_debit", "same_day_ach_debit"] };
const minutes = 60_000;

const onTestnet = () => ({ tenantId: tenantOf(client.accountId), network: "testnet" }) as const;
const load = async (addressId: string) => {
  const address = await findAddress(world.api.database, { ...onTestnet(), addressId });
  if (address === undefined) throw new Error("there is no such address");
  return address;
};
const numberOf = async (addressId: string): Promise<string> => {
  const keyRing = createKeyRing(world.masterKey);
  const details = await loadBankDetails({ keyRing }, world.api.database, [await load(addressId)]);
  return [...details.values()].map(({ accountNumber }) => accountNumber).join();
};
const register = async (overrides: object = {}, choice: object = {}): Promise<string> => {
  const answer = await world.register(client, {
    public_token: await world.publicToken(client, choice),
    ...debits,
    ...overrides,
  });
  expect(answer.status).toBe(201);
  return answer.body.address_id;
};
test("a link token lives 30 minutes, is not in the database, and is no part of what a server sees of the page", async () => {
  const answer = await linkToken();
  expect(answer.status).toBe(201);
  const { link_token: token, expiration, callback_url: url } = answer.body;
  expect(token).toMatch(/^florin_link_[\w-]{43}$/);
  expect(Date.parse(expiration)).toBe(clock.now() + 30 * minutes);
  expect(new URL(url).hash).toBe(`#${token}`);
  expect(url.split("#")[0]).toBe("http://florin.test/banklink/sandbox");
  const tables = Object.values(await dumpTables(world.api.database)).join("\n");
  expect(tables).not.toContain(token);
  expect(tables).not.toContain(Buffer.from(token).toString("hex"));
  expect(lines.join("\n")).not.toContain(token);
});

test("an empty body is as good as none, and a body that says something is refused", async () => {
  const send = (body: object) => world.send(client, "POST", "/banklink/link_token", { body });
  expect((await send({})).status).toBe(201);
  expect((await send({ provider: "other" })).status).toBe(400);
});

test("a linked account is registered verified, and can be debited", async () => {
  const public_token = await world.publicToken(client, {
    institution: "bank_of_nowhere",
    account_type: "savings",
    owner: "Wilhelmina Vanderquack",
  });
  const transfer_types = ["rtp-credit", "ach_debit", "ach_credit"];
  const answer = await world.register(client, { public_token, transfer_types });
  expect(answer.status).toBe(201);
  const { address_id } = answer.body;
  expect(answer.headers.get("location")).toBe(`/accounts/${client.accountId}/addresses/${address_id}`);
  expect((await get(address_id)).body).toMatchObject({
    status: "active",
    type: "external",
    name: expect.stringMatching(/^Bank of Nowhere \*{4}\d{4}$/),
    transfer_types: ["ach_credit", "ach_debit", "rtp_credit"],
    owner: "Wilhelmina Vanderquack",
    routing_number: "129900133",
    account_type: "savings",
    needs_update: false,
    verification: "verified",
    bank_address: null,
  });
  const address = await load(address_id);
  expect(refuseUnusable(address, { transferType: "ach_debit", pointer: "/source" })).toBeUndefined();
  expect(refuseUnusable(address, { transferType: "wire", pointer: "/source" })?.errors).toMatchObject([
    { pointer: "/source/transfer_type" },
  ]);
  const actions = (await readAudit(world.api.database, { subjectId: address_id, limit: 5 })).map(
    ({ action, after }) => [action, after?.["verification"]],
  );
  expect(actions).toEqual([["address.create", "verified"]]);
});

describe("a public token", () => {
  test("is good once", async () => {
    const public_token = await world.publicToken(client);
    expect((await world.register(client, { public_token, ...debits })).status).toBe(201);
    const again = await world.register(client, { public_token, ...debits });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ pointer: "/public_token" }] } });
    expect(again.body.detail).toMatch(/used before/);
  });

  test("is registered once by many requests at one moment", async () => {
    const public_token = await world.publicToken(client);
    const racing = await Promise.all(
      Array.from({ length: 6 }, () => world.register(client, { public_token, ...debits })),
    );
    expect(racing.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201, 422, 422, 422, 422, 422,
    ]);
  });

  test("is not used up by a refusal, and is good until its 30 minutes are over", async () => {
    const public_token = await world.publicToken(client);
    expect((await world.register(client, { public_token, transfer_types: ["wire"] })).status).toBe(422);
    clock.advance(30 * minutes - 1);
    expect((await world.register(client, { public_token, ...debits })).status).toBe(201);
    const late = await world.publicToken(client);
    clock.advance(30 * minutes);
    client = await world.api.createClient({ accountId: client.accountId });
    const answer = await world.register(client, { public_token: late, ...debits });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: "/public_token" }] } });
    expect(answer.body.detail).toMatch(/has expired/);
  });

  test("is nothing to another account, and nothing on mainnet", async () => {
    const public_token = await world.publicToken(client);
    const stranger = await world.api.createClient();
    const mainnet = await world.api.createClient({ accountId: client.accountId, network: "mainnet" });
    for (const other of [stranger, mainnet]) {
      const answer = await world.register(other, { public_token, ...debits });
      expect(answer.status).toBe(422);
    }
    expect((await world.register(client, { public_token, ...debits })).status).toBe(201);
  });

  test("is nothing to another account of the same tenant, nor to the same one in the other network", async () => {
    const post = (path: string, body: object) =>
      world.api.request("POST", path, { token: client.token, body, idempotencyKey: `managed-${path}` });
    const managed: string = (await post("/accounts", newAccountRequest())).body.id;
    await post(`/accounts/${managed}/simulations/verification`, { outcome: "complete" });
    const public_token = await world.publicToken(client);
    const answer = await post(`/accounts/${managed}/banklink/register-account`, { public_token, ...debits });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: "/public_token" }] } });
    const find = (network: Network) =>
      world.api.database.transaction((tx) =>
        lockByPublicDigest(tx, { ...onTestnet(), network }, digestToken(public_token)),
      );
    expect([await find("mainnet"), (await find("testnet"))?.state]).toEqual([undefined, "picked"]);
  });

  test("with an idempotency key is registered once and answered twice", async () => {
    const body = { public_token: await world.publicToken(client), ...debits };
    const path = "/banklink/register-account";
    const [first, second] = [
      await world.send(client, "POST", path, { body, key: "register-once" }),
      await world.send(client, "POST", path, { body, key: "register-once" }),
    ];
    expect([first.status, second.text]).toEqual([201, first.text]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("a link token", () => {
  const simulate = (link_token: string, as = client) =>
    world.send(as, "POST", "/simulations/banklink/public_token", { body: { link_token } });

  test("is good once, in its own account, until it expires", async () => {
    const { link_token } = (await linkToken()).body;
    const stranger = await world.api.createClient();
    expect((await simulate(link_token, stranger)).status).toBe(422);
    expect((await simulate(link_token)).status).toBe(201);
    const again = await simulate(link_token);
    expect(again).toMatchObject({ status: 422, body: { errors: [{ pointer: "/link_token" }] } });
    const late = (await linkToken()).body.link_token;
    clock.advance(30 * minutes);
    client = await world.api.createClient({ accountId: client.accountId });
    expect((await simulate(late)).body.detail).toMatch(/has expired/);
    expect((await simulate("florin_link_nobody")).body.detail).toMatch(/none that was given out/);
  });

  test("is not to be had on mainnet, where there is no page, nor for a simulation there", async () => {
    const mainnet = await world.api.createClient({ network: "mainnet" });
    expect((await linkToken(mainnet)).body.detail).toMatch(/micro deposits/);
    const answer = await world.send(mainnet, "POST", "/simulations/banklink/public_token", { body: {} });
    expect(answer.status).toBe(404);
  });

  test("needs the scope", async () => {
    const reader = await world.api.createClient({ scopes: ["addresses:read"] });
    expect((await linkToken(reader)).status).toBe(403);
  });
});

describe("what cannot be registered, with nothing left behind", () => {
  test.each([
    ["a wire", { transfer_types: ["ach_debit", "wire"] }, 422, ["/transfer_types/1"]],
    ["a chain", { transfer_types: ["base"] }, 422, ["/transfer_types/0"]],
    ["no rails", { transfer_types: [] }, 400, ["/transfer_types"]],
    ["a rail twice", { transfer_types: ["rtp_credit", "rtp-credit"] }, 400, ["/transfer_types/1"]],
    ["an http address", { customer_webhook_url: "http://a.example" }, 422, ["/customer_webhook_url"]],
    ["no address at all", { customer_webhook_url: "a b" }, 422, ["/customer_webhook_url"]],
    [
      "an address with credentials",
      { customer_webhook_url: "https://u:p@a.example/" },
      422,
      ["/customer_webhook_url"],
    ],
    [
      "an address with a fragment",
      { customer_webhook_url: "https://a.example/#" },
      422,
      ["/customer_webhook_url"],
    ],
    ["an unknown token", { public_token: "florin_public_x" }, 422, ["/public_token"]],
    ["an unknown field", { planet: "Earth" }, 400, ["/planet"]],
    ["a number for a token", { public_token: 1 }, 400, ["/public_token"]],
  ] as const)("%s", async (_what, overrides, status, pointers) => {
    const public_token = await world.publicToken(client);
    const before = await countRows(world.api.database);
    const answer = await world.register(client, { public_token, ...debits, ...overrides });
    expect(answer.status).toBe(status);
    const errors: readonly { pointer: string }[] = answer.body.errors;
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await countRows(world.api.database)).toEqual(before);
  });
});

test("neither owner nor number of an account that was picked is in a table, a log line or an answer", async () => {
  const owner = "Ottoline Featherstonehaugh";
  const waiting = await world.publicToken(client, { owner });
  const id = await register({}, { owner });
  const number = await numberOf(id);
  const tables = Object.values(await dumpTables(world.api.database)).join("\n");
  const everywhere = [tables, lines.join("\n")].join("\n").toLowerCase();
  for (const secret of [owner, number, waiting]) {
    expect(everywhere).not.toContain(secret.toLowerCase());
    expect(everywhere).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

test("a picked account survives a change of the master key", async () => {
  const public_token = await world.publicToken(client);
  const { database } = world.api;
  const newKey = Buffer.alloc(32, 7);
  const deps = { database, clock, newId: createIdFactory(clock) };
  const cause = systemCause("test");
  const there = { ...deps, keyRing: createKeyRing(newKey, [world.masterKey]) };
  expect(await resealBankDetails(there, { cause, batchSize: 2 })).toBeGreaterThan(1);
  expect(await resealBankDetails(there, { cause })).toBe(0);
  const back = { ...deps, keyRing: createKeyRing(world.masterKey, [newKey]) };
  await resealBankDetails(back, { cause });
  expect((await world.register(client, { public_token, ...debits })).status).toBe(201);
});

test("sessions are forgotten a day after they began, and not before", async () => {
  const { database } = world.api;
  await linkToken();
  const sessions = async () => (await countRows(database))["bank_link_sessions"] ?? 0;
  const present = await sessions();
  await forgetSessions({ database, clock });
  expect(await sessions()).toBe(present);
  clock.advance(24 * 60 * minutes);
  expect(await deleteSessionsBefore(database, instantFromMs(1), 1)).toBe(0);
  expect(await deleteSessionsBefore(database, clock.now(), 1)).toBe(1);
  await forgetSessions({ database, clock });
  expect(await sessions()).toBe(0);
});
