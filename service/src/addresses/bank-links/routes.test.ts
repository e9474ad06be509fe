import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import type { TestClient } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { rewrapTable } from "../../../test/rewrap-table.ts";
import { privateHost } from "../../../test/subscriptions.ts";
import { countRows, dumpTables } from "../../../test/table-dump.ts";
import { readAudit } from "../../audit/index.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { createIdFactory, type Network, tenantOf } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { loadBankDetails } from "../bank/bank-details.ts";
import { findAddress, refuseUnusable } from "../index.ts";
import { bankLinkSessions } from "../tables.ts";
import { digestToken } from "./link-token.ts";
import { deleteSessions, lockByPublicDigest } from "./store.ts";
import { forgetSessions } from "./upkeep.ts";

const clock = createManualClock();
const lines: string[] = [];
let env: BankLinkApi;
let client: TestClient;

beforeAll(async () => {
  env = await startBankLinkApi({
    clock,
    environment: { LOG_LEVEL: "trace", LOG_FORMAT: "json" },
    logDestination: { write: (line) => lines.push(line) },
  });
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

const linkToken = (as = client) => env.send(as, "POST", "/banklink/link_token");
const get = (id: string) => env.send(client, "GET", `/addresses/${id}`);
const debits = { transfer_types: ["ach_debit", "same_day_ach_debit"] };
const minutes = 60_000;

const onTestnet = () => ({ tenantId: tenantOf(client.accountId), network: "testnet" }) as const;
const load = async (addressId: string) => {
  const address = await findAddress(env.api.database, { ...onTestnet(), addressId });
  if (address === undefined) throw new Error("no such address");
  return address;
};
const numberOf = async (addressId: string): Promise<string> => {
  const keyRing = createKeyRing(env.masterKey);
  const details = await loadBankDetails({ keyRing }, env.api.database, [await load(addressId)]);
  return [...details.values()].map(({ accountNumber }) => accountNumber).join();
};
const register = async (overrides: object = {}, choice: object = {}): Promise<string> => {
  const response = await env.register(client, {
    public_token: await env.publicToken(client, choice),
    ...debits,
    ...overrides,
  });
  expect(response.status).toBe(201);
  return response.body.address_id;
};
test("a link token is valid for 30 minutes, is not in the database, and is in the page's URL fragment", async () => {
  const response = await linkToken();
  expect(response.status).toBe(201);
  const { link_token: token, expiration, link_url: url, callback_url: callback } = response.body;
  expect(token).toMatch(/^florin_link_[0-9A-Z]{26}\.[\w-]{43}$/);
  expect(Date.parse(expiration)).toBe(clock.now() + 30 * minutes);
  expect(new URL(url).hash).toBe(`#${token}`);
  expect(url.split("#")[0]).toBe("http://florin.test/banklink/sandbox");
  const tables = Object.values(await dumpTables(env.api.database)).join("\n");
  const called = callback.split("/").at(-1);
  expect(called).toMatch(/^[0-9A-Z]{26}\.[\w-]{43}$/);
  expect(tables).not.toContain(called);
  expect(tables).not.toContain(token);
  expect(tables).not.toContain(Buffer.from(token).toString("hex"));
  expect(lines.join("\n")).not.toContain(token);
});

test("an empty body counts as none, and an unknown field is refused", async () => {
  const send = (body: object) => env.send(client, "POST", "/banklink/link_token", { body });
  expect((await send({})).status).toBe(201);
  expect((await send({ provider: "other" })).status).toBe(400);
});

test("a linked account is registered as verified, and can be debited", async () => {
  const public_token = await env.publicToken(client, {
    institution: "bank_of_nowhere",
    account_type: "savings",
    owner: "Wilhelmina Vanderquack",
  });
  const transfer_types = ["rtp-credit", "ach_debit", "ach_credit"];
  const response = await env.register(client, { public_token, transfer_types });
  expect(response.status).toBe(201);
  const { address_id } = response.body;
  expect(response.headers.get("location")).toBe(`/accounts/${client.accountId}/addresses/${address_id}`);
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
  const actions = (await readAudit(env.api.database, { subjectId: address_id, limit: 5 })).map(
    ({ action, after }) => [action, after?.["verification"]],
  );
  expect(actions).toEqual([["address.create", "verified"]]);
});

describe("a public token", () => {
  test("can be used once", async () => {
    const public_token = await env.publicToken(client);
    expect((await env.register(client, { public_token, ...debits })).status).toBe(201);
    const again = await env.register(client, { public_token, ...debits });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ pointer: "/public_token" }] } });
    expect(again.body.detail).toMatch(/already used/);
  });

  test("is registered once by concurrent requests", async () => {
    const public_token = await env.publicToken(client);
    const racing = await Promise.all(
      Array.from({ length: 6 }, () => env.register(client, { public_token, ...debits })),
    );
    expect(racing.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201, 422, 422, 422, 422, 422,
    ]);
  });

  test("is not used up by a refusal, and is valid for 30 minutes", async () => {
    const public_token = await env.publicToken(client);
    expect((await env.register(client, { public_token, transfer_types: ["wire"] })).status).toBe(422);
    clock.advance(30 * minutes - 1);
    expect((await env.register(client, { public_token, ...debits })).status).toBe(201);
    const late = await env.publicToken(client);
    clock.advance(30 * minutes);
    client = await env.api.createClient({ accountId: client.accountId });
    const response = await env.register(client, { public_token: late, ...debits });
    expect(response).toMatchObject({ status: 422, body: { errors: [{ pointer: "/public_token" }] } });
    expect(response.body.detail).toMatch(/has expired/);
  });

  test("is invalid for another account, and on mainnet", async () => {
    const public_token = await env.publicToken(client);
    const stranger = await env.api.createClient();
    const mainnet = await env.api.createClient({ accountId: client.accountId, network: "mainnet" });
    for (const other of [stranger, mainnet]) {
      const response = await env.register(other, { public_token, ...debits });
      expect(response.status).toBe(422);
    }
    expect((await env.register(client, { public_token, ...debits })).status).toBe(201);
  });

  test("is invalid for another account of the same tenant, and for the same account in the other network", async () => {
    const post = (path: string, body: object) =>
      env.api.request("POST", path, { token: client.token, body, idempotencyKey: `managed-${path}` });
    const managed: string = (await post("/accounts", newAccountRequest())).body.id;
    await post(`/accounts/${managed}/simulations/verification`, { outcome: "complete" });
    const public_token = await env.publicToken(client);
    const response = await post(`/accounts/${managed}/banklink/register-account`, {
      public_token,
      ...debits,
    });
    expect(response).toMatchObject({ status: 422, body: { errors: [{ pointer: "/public_token" }] } });
    const find = (network: Network) =>
      env.api.database.transaction((tx) =>
        lockByPublicDigest(tx, { ...onTestnet(), network, publicDigest: digestToken(public_token) }),
      );
    expect([await find("mainnet"), (await find("testnet"))?.state]).toEqual([undefined, "picked"]);
  });

  test("with an idempotency key is registered once, and the stored response is returned", async () => {
    const body = { public_token: await env.publicToken(client), ...debits };
    const path = "/banklink/register-account";
    const [first, second] = [
      await env.send(client, "POST", path, { body, key: "register-once" }),
      await env.send(client, "POST", path, { body, key: "register-once" }),
    ];
    expect([first.status, second.text]).toEqual([201, first.text]);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("a link token", () => {
  const simulate = (link_token: string, as = client) =>
    env.send(as, "POST", "/simulations/banklink/public_token", { body: { link_token } });

  test("can be used once, for its account, until it expires", async () => {
    const { link_token } = (await linkToken()).body;
    const stranger = await env.api.createClient();
    expect((await simulate(link_token, stranger)).status).toBe(422);
    expect((await simulate(link_token)).status).toBe(201);
    const again = await simulate(link_token);
    expect(again).toMatchObject({ status: 422, body: { errors: [{ pointer: "/link_token" }] } });
    const late = (await linkToken()).body.link_token;
    clock.advance(30 * minutes);
    client = await env.api.createClient({ accountId: client.accountId });
    expect((await simulate(late)).body.detail).toMatch(/has expired/);
    expect((await simulate("florin_link_unknown")).body.detail).toMatch(/not a known token/);
  });

  test("is not available on mainnet, where there is no page, and neither is a simulation", async () => {
    const mainnet = await env.api.createClient({ network: "mainnet" });
    expect((await linkToken(mainnet)).body.detail).toMatch(/micro deposits/);
    const response = await env.send(mainnet, "POST", "/simulations/banklink/public_token", { body: {} });
    expect(response.status).toBe(404);
  });

  test("requires the scope", async () => {
    const reader = await env.api.createClient({ scopes: ["addresses:read"] });
    expect((await linkToken(reader)).status).toBe(403);
  });
});

describe("not registered, with nothing stored", () => {
  test.each([
    ["a wire", { transfer_types: ["ach_debit", "wire"] }, 422, ["/transfer_types/1"]],
    ["a chain", { transfer_types: ["base"] }, 422, ["/transfer_types/0"]],
    ["no rails", { transfer_types: [] }, 400, ["/transfer_types"]],
    ["a repeated rail", { transfer_types: ["rtp_credit", "rtp-credit"] }, 400, ["/transfer_types/1"]],
    ["an http URL", { customer_webhook_url: "http://a.example" }, 422, ["/customer_webhook_url"]],
    [
      "the URL of a private address",
      { customer_webhook_url: "https://10.0.0.1/" },
      422,
      ["/customer_webhook_url"],
    ],
    [
      "the URL of a hostname that resolves to a private address",
      { customer_webhook_url: `https://${privateHost}/` },
      422,
      ["/customer_webhook_url"],
    ],
    ["a malformed URL", { customer_webhook_url: "a b" }, 422, ["/customer_webhook_url"]],
    [
      "a URL with credentials",
      { customer_webhook_url: "https://u:p@a.example/" },
      422,
      ["/customer_webhook_url"],
    ],
    [
      "a URL with a fragment",
      { customer_webhook_url: "https://a.example/#" },
      422,
      ["/customer_webhook_url"],
    ],
    ["an unknown token", { public_token: "florin_public_x" }, 422, ["/public_token"]],
    ["an unknown field", { planet: "Earth" }, 400, ["/planet"]],
    ["a number as a token", { public_token: 1 }, 400, ["/public_token"]],
  ] as const)("%s", async (_what, overrides, status, pointers) => {
    const public_token = await env.publicToken(client);
    const before = await countRows(env.api.database);
    const response = await env.register(client, { public_token, ...debits, ...overrides });
    expect(response.status).toBe(status);
    const errors: readonly { pointer: string }[] = response.body.errors;
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await countRows(env.api.database)).toEqual(before);
  });
});

test("owner and number of a picked account are in no table, log line or response", async () => {
  const owner = "Ottoline Featherstonehaugh";
  const waiting = await env.publicToken(client, { owner });
  const id = await register({}, { owner });
  const number = await numberOf(id);
  const tables = Object.values(await dumpTables(env.api.database)).join("\n");
  const everywhere = [tables, lines.join("\n")].join("\n").toLowerCase();
  for (const secret of [owner, number, waiting]) {
    expect(everywhere).not.toContain(secret.toLowerCase());
    expect(everywhere).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

test("a picked account survives a master key rotation", async () => {
  const public_token = await env.publicToken(client);
  const { database } = env.api;
  const newKey = Buffer.alloc(32, 7);
  const deps = { database, clock, newId: createIdFactory(clock) };
  const there = { ...deps, keyRing: createKeyRing(newKey, [env.masterKey]) };
  expect(await rewrapTable(there, bankLinkSessions)).toBeGreaterThan(0);
  expect(await rewrapTable(there, bankLinkSessions)).toBe(0);
  const back = { ...deps, keyRing: createKeyRing(env.masterKey, [newKey]) };
  await rewrapTable(back, bankLinkSessions);
  expect((await env.register(client, { public_token, ...debits })).status).toBe(201);
});

test("sessions are deleted a day after they began, and not earlier", async () => {
  const { database } = env.api;
  await linkToken();
  const sessions = async () => (await countRows(database))["bank_link_sessions"] ?? 0;
  const present = await sessions();
  await forgetSessions({ database, clock });
  expect(await sessions()).toBe(present);
  clock.advance(24 * 60 * minutes);
  expect(await deleteSessions(database, { createdAt: instantFromMs(1), limit: 1 })).toBe(0);
  expect(await deleteSessions(database, { createdAt: clock.now(), limit: 1 })).toBe(1);
  await forgetSessions({ database, clock });
  expect(await sessions()).toBe(0);
});
