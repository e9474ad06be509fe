import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBankRequest } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { countRows, dumpTables } from "../../../test/table-dump.ts";
import { readAudit } from "../../audit/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { loadBankDetails } from "../bank/bank-details.ts";
import { findAddress, findBankLink, markNeedsUpdate, refuseUnusable, resealBankDetails } from "../index.ts";
import { deleteSessionsBefore } from "./session-store.ts";
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
/** The same account as this one, typed in by hand. */
const typedLike = async (addressId: string, overrides: object = {}): Promise<object> => {
  const { routing_number } = (await get(addressId)).body;
  return newBankRequest({ account_number: await numberOf(addressId), routing_number, ...overrides });
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
    expect(racing.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
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

describe("a bank account that is there already", () => {
  // The same account again: what somebody linked, told once more by the bank.
  const linkAgain = async (addressId: string, overrides: object = {}) => {
    const update = await world.send(client, "POST", `/addresses/${addressId}/update-link-token`);
    expect(update.status).toBe(201);
    const public_token = await world.publicToken(client, { link_token: update.body.link_token });
    return world.register(client, { public_token, ...debits, ...overrides });
  };

  test("is renewed: needs_update ends, rails are added, and the webhook address stays unless there is a new one", async () => {
    const id = await register({ customer_webhook_url: "https://a.example/one" });
    await world.api.database.transaction((tx) => markNeedsUpdate(tx, onTestnet(), [id]));
    expect((await get(id)).body.needs_update).toBe(true);
    const answer = await linkAgain(id, { transfer_types: ["ach_credit"] });
    expect(answer).toMatchObject({ status: 201, body: { address_id: id } });
    expect((await get(id)).body).toMatchObject({
      needs_update: false,
      verification: "verified",
      transfer_types: ["ach_credit", "ach_debit", "same_day_ach_debit"],
    });
    const key = { ...onTestnet(), addressId: id };
    expect((await findBankLink(world.api.database, key))?.customerWebhookUrl).toBe("https://a.example/one");
    await linkAgain(id, { customer_webhook_url: "https://a.example/two" });
    expect((await findBankLink(world.api.database, key))?.customerWebhookUrl).toBe("https://a.example/two");
  });

  test("is upgraded by a link when it was typed in: it keeps its id and gets what the bank knows", async () => {
    const account = newBankRequest({
      account_number: "81726354",
      routing_number: "099900111",
      owner: "A Guess",
      account_type: "savings",
      transfer_types: ["rtp_credit"],
    });
    const { id } = (await world.send(client, "POST", "/addresses/external", { body: account })).body;
    world.nextAccountNumber("81726354");
    const answer = await world.register(client, {
      public_token: await world.publicToken(client, { owner: "Ada Truth" }),
      transfer_types: ["ach_debit"],
    });
    expect(answer).toMatchObject({ status: 201, body: { address_id: id } });
    expect((await get(id)).body).toMatchObject({
      verification: "verified",
      transfer_types: ["ach_debit", "rtp_credit"],
      owner: "Ada Truth",
      account_type: "checking",
      account_number: "****6354",
    });
  });

  test("is a conflict that names it when the link brings nothing, and the public token is not used up", async () => {
    world.nextAccountNumber("81726355");
    const id = await register({ transfer_types: ["ach_debit"] });
    world.nextAccountNumber("81726355");
    const public_token = await world.publicToken(client);
    const again = await world.register(client, { public_token, transfer_types: ["ach_debit"] });
    expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining(id) } });
    const more = await world.register(client, { public_token, transfer_types: ["ach_credit"] });
    expect(more).toMatchObject({ status: 201, body: { address_id: id } });
    await world.send(client, "PATCH", `/addresses/${id}`, { body: { status: "archived" } });
    world.nextAccountNumber("81726355");
    const archived = await world.register(client, {
      public_token: await world.publicToken(client),
      transfer_types: ["same_day_ach_debit"],
    });
    expect(archived.status).toBe(409);
    expect(archived.body.detail).toMatch(/archived/);
  });

  test("and waits for micro deposits, or has failed, is verified by a link", async () => {
    const failing = async (account_number: string, tries: number): Promise<string> => {
      const body = newBankRequest({
        account_number,
        routing_number: "099900111",
        transfer_types: ["ach_debit"],
      });
      const { address_id } = (await world.send(client, "POST", "/banklink/micro-deposits", { body })).body;
      for (let tried = 0; tried < tries; tried += 1) {
        const wrong = { amounts: ["0.01", "0.02"] };
        await world.send(client, "POST", `/banklink/micro-deposits/${address_id}/confirm`, { body: wrong });
      }
      return address_id;
    };
    for (const [number, tries, verification] of [
      ["81726356", 1, "pending"],
      ["81726357", 3, "failed"],
    ] as const) {
      const id = await failing(number, tries);
      expect((await get(id)).body.verification).toBe(verification);
      world.nextAccountNumber(number);
      expect(await register()).toBe(id);
      expect((await get(id)).body.verification).toBe("verified");
      const confirm = `/banklink/micro-deposits/${id}/confirm`;
      const late = await world.send(client, "POST", confirm, { body: { amounts: ["0.32", "0.45"] } });
      expect(late.status).toBe(409);
    }
  });

  test("cannot be renewed when nobody has linked it, when it is archived, or when it is on a chain", async () => {
    const send = (id: string) => world.send(client, "POST", `/addresses/${id}/update-link-token`);
    const add = async (path: string, body: object): Promise<string> =>
      (await world.send(client, "POST", path, { body })).body.id;
    const typed = await add("/addresses/external", newBankRequest({ account_number: "700000001" }));
    expect((await send(typed)).body.detail).toMatch(/no link to renew/);
    const chain = await add("/addresses/internal", { name: "Ours", transfer_types: ["base"] });
    expect((await send(chain)).body.detail).toMatch(/on a chain/);
    const archived = await register();
    await world.send(client, "PATCH", `/addresses/${archived}`, { body: { status: "archived" } });
    expect((await send(archived)).body.detail).toMatch(/archived/);
    expect((await send("01JD7Q2M8W3T5V6X9YZABCDEFG")).status).toBe(404);
    const stranger = await world.api.createClient();
    expect((await world.send(stranger, "POST", `/addresses/${typed}/update-link-token`)).status).toBe(404);
  });

  test("cannot be typed in a second time, and no debit rail can be added to one that is not linked", async () => {
    const id = await register();
    const again = await world.send(client, "POST", "/addresses/external", { body: await typedLike(id) });
    expect(again.status).toBe(409);
    expect(again.body.detail).toContain(id);
    const typed = (
      await world.send(client, "POST", "/addresses/external", {
        body: newBankRequest({ account_number: "700000002" }),
      })
    ).body.id;
    const patch = (address: string, rails: readonly string[]) =>
      world.send(client, "PATCH", `/addresses/${address}`, { body: { additional_transfer_types: rails } });
    const refused = await patch(typed, ["ach_credit", "ach_debit"]);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: "/additional_transfer_types/1" }] },
    });
    const linked = await register({ transfer_types: ["ach_credit"] });
    expect((await patch(linked, ["ach_debit"])).body.transfer_types).toEqual(["ach_credit", "ach_debit"]);
    expect((await patch(linked, ["wire"])).status).toBe(422);
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
