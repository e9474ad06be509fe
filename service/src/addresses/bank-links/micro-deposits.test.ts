import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBankRequest } from "../../../test/addresses.ts";
import type { TestClient } from "../../../test/api.ts";
import { type BankLinkApi, startBankLinkApi } from "../../../test/bank-links.ts";
import { countRows, dumpTables } from "../../../test/table-dump.ts";
import { createIdFactory, type Id, type TenantId, tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { createMicroDeposits } from "../adapters/micro-deposits.ts";
import { failMicroDeposits, findAddress, refuseUnusable } from "../index.ts";
import { digestAmounts, evaluateAmounts } from "./micro-deposits.ts";

const maxPerDay = 40;
let env: BankLinkApi;
let client: TestClient;

beforeAll(async () => {
  env = await startBankLinkApi({ maxPerDay });
  client = await env.api.createClient();
});

afterAll(() => env.api.stop());

let numbers = 0;
const newAccount = (overrides: object = {}): object => {
  numbers += 1;
  const transfer_types = ["ach_debit", "ach_credit"];
  return newBankRequest({ account_number: `55500${numbers}000`, transfer_types, ...overrides });
};
const begin = (body: object, as = client) => env.send(as, "POST", "/banklink/micro-deposits", { body });
const begun = async (overrides: object = {}): Promise<string> => {
  const response = await begin(newAccount(overrides));
  expect(response.status).toBe(201);
  return response.body.address_id;
};
const confirm = (id: string, amounts: readonly unknown[], key?: string) =>
  env.send(client, "POST", `/banklink/micro-deposits/${id}/confirm`, {
    body: { amounts },
    ...(key === undefined ? {} : { key }),
  });
const get = async (id: string) => (await env.send(client, "GET", `/addresses/${id}`)).body;
const debitRefusal = async (addressId: string) => {
  const key = { tenantId: tenantOf(client.accountId), network: "testnet", addressId } as const;
  const address = await findAddress(env.api.database, key);
  if (address === undefined) throw new Error("no such address");
  expect(refuseUnusable(address, { transferType: "ach_credit", pointer: "/source" })).toBeUndefined();
  return refuseUnusable(address, { transferType: "ach_debit", pointer: "/source" });
};

test("two deposits under a dollar are sent; until confirmed, the account can be paid but not debited", async () => {
  const response = await begin(newAccount({ name: "Payroll" }));
  expect(response).toMatchObject({ status: 201, body: { status: "pending" } });
  const id: string = response.body.address_id;
  expect(response.headers.get("location")).toBe(`/accounts/${client.accountId}/addresses/${id}`);
  expect(env.sent.at(-1)).toMatchObject({ address: { id }, amountsCents: [32n, 45n] });
  expect(await get(id)).toMatchObject({
    name: "Payroll",
    status: "active",
    verification: "pending",
    transfer_types: ["ach_credit", "ach_debit"],
  });
  expect(await debitRefusal(id)).toMatchObject({
    code: "unprocessable",
    errors: [{ pointer: "/source/address_id", detail: expect.stringMatching(/not verified yet/) }],
  });
  expect(await confirm(id, ["0.45", "0.32"])).toMatchObject({
    status: 200,
    body: { address_id: id, status: "verified", tries_left: 2 },
  });
  expect((await get(id)).verification).toBe("verified");
  expect(await debitRefusal(id)).toBeUndefined();
  expect((await confirm(id, ["0.32", "0.45"])).body.detail).toMatch(/already verified/);
});

test("three wrong tries fail the verification, and then right amounts are refused", async () => {
  const id = await begun();
  const wrong = ["0.32", "0.46"];
  const tries = [await confirm(id, wrong), await confirm(id, ["0.32", "0.32"]), await confirm(id, wrong)];
  expect(tries.map(({ body }) => [body.status, body.tries_left])).toEqual([
    ["pending", 2],
    ["pending", 1],
    ["failed", 0],
  ]);
  expect((await confirm(id, ["0.32", "0.45"])).status).toBe(409);
  expect((await get(id)).verification).toBe("failed");
  expect((await debitRefusal(id))?.detail).toMatch(/verification has failed/);
});

test("concurrent tries are counted one by one", async () => {
  const id = await begun();
  const racing = await Promise.all(Array.from({ length: 8 }, () => confirm(id, ["0.01", "0.02"])));
  expect(racing.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(racing.filter(({ status }) => status === 409)).toHaveLength(5);
});

test("a retry with the same idempotency key does not use up another try", async () => {
  const id = await begun();
  const [first, again] = [
    await confirm(id, ["0.01", "0.02"], "wrong-once"),
    await confirm(id, ["0.01", "0.02"], "wrong-once"),
  ];
  expect([first.body.tries_left, again.body.tries_left]).toEqual([2, 2]);
  expect((await confirm(id, ["0.03", "0.04"])).body.tries_left).toBe(1);
});

test("an invalid amount is refused and uses no try", async () => {
  const id = await begun();
  for (const [amounts, status, pointer] of [
    [["0.12"], 400, "/amounts"],
    [["0.1", "0.2", "0.3"], 400, "/amounts"],
    [["0.123", "0.12"], 400, "/amounts/0"],
    [["0.12", "-0.12"], 400, "/amounts/1"],
    [["0.12", "0.00"], 400, "/amounts/1"],
    [[0.12, "0.12"], 400, "/amounts/0"],
    [["0.12", "1.00"], 422, "/amounts/1"],
  ] as const) {
    const response = await confirm(id, amounts);
    expect(response).toMatchObject({ status, body: { errors: [{ pointer }] } });
  }
  expect((await confirm(id, ["0.1", "0.2"])).body.tries_left).toBe(2);
});

describe("refused, with nothing sent and nothing stored", () => {
  test.each([
    ["a wire", { transfer_types: ["wire"] }, 422, ["/transfer_types/0"]],
    ["a chain", { transfer_types: ["ach_debit", "solana"] }, 422, ["/transfer_types/1"]],
    ["a wrong number", { routing_number: "021000022" }, 422, ["/routing_number"]],
    ["a blank owner", { owner: "" }, 422, ["/owner"]],
    ["no owner", { owner: undefined }, 400, ["/owner"]],
    ["a street address", { bank_address: {} }, 400, ["/bank_address"]],
  ] as const)("%s", async (_what, overrides, status, pointers) => {
    const before = await countRows(env.api.database);
    const sent = env.sent.length;
    const response = await begin(newAccount(overrides));
    expect(response.status).toBe(status);
    const errors: readonly { pointer: string }[] = response.body.errors;
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await countRows(env.api.database)).toEqual(before);
    expect(env.sent).toHaveLength(sent);
  });

  test("another account's address, a chain address, or one without deposits has nothing to confirm", async () => {
    const id = await begun();
    const stranger = await env.api.createClient();
    const path = `/banklink/micro-deposits/${id}/confirm`;
    const body = { amounts: ["0.32", "0.45"] };
    expect((await env.send(stranger, "POST", path, { body })).status).toBe(404);
    const typed = await env.send(client, "POST", "/addresses/external", {
      body: newAccount({ transfer_types: ["ach_credit"] }),
    });
    expect((await confirm(typed.body.id, body.amounts)).status).toBe(409);
  });
});

test("a manually added bank account is linked in place; a pending or linked one is a conflict", async () => {
  const account = newAccount({ transfer_types: ["rtp_credit"] });
  const { id } = (await env.send(client, "POST", "/addresses/external", { body: account })).body;
  const link = { ...account, transfer_types: ["ach_debit"] };
  expect((await begin(link)).body.address_id).toBe(id);
  expect(await get(id)).toMatchObject({
    verification: "pending",
    transfer_types: ["ach_debit", "rtp_credit"],
  });
  const waiting = await begin(link);
  expect(waiting).toMatchObject({ status: 409, body: { detail: expect.stringContaining(id) } });
  expect(waiting.body.detail).toMatch(/waiting for confirmation/);
  await confirm(id, ["0.32", "0.45"]);
  expect((await begin(link)).status).toBe(409);
  const archived = newAccount({ transfer_types: ["rtp_credit"] });
  const other = (await env.send(client, "POST", "/addresses/external", { body: archived })).body.id;
  await env.send(client, "PATCH", `/addresses/${other}`, { body: { status: "archived" } });
  expect((await begin({ ...archived, transfer_types: ["ach_debit"] })).body.detail).toMatch(/archived/);
});

test("returned deposits fail the verification, once", async () => {
  const id = await begun();
  const key = { tenantId: tenantOf(client.accountId), network: "testnet", addressId: id } as const;
  const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
  const fail = () => env.api.database.transaction((tx) => failMicroDeposits(deps, tx, key));
  await fail();
  expect((await get(id)).verification).toBe("failed");
  const before = await countRows(env.api.database);
  await fail();
  expect(await countRows(env.api.database)).toEqual(before);
});

test("mainnet amounts are secret and in no table", async () => {
  const mainnet = await env.api.createClient({ network: "mainnet" });
  const response = await begin(newAccount(), mainnet);
  const { amountsCents = [] } = env.sent.at(-1) ?? {};
  expect(amountsCents).toHaveLength(2);
  // `tries_left` is a small number, too: it follows the digest.
  const links = (await dumpTables(env.api.database))["bank_links"]?.replaceAll(/(?<="),\d,/g, ",,");
  for (const units of amountsCents) {
    const text = formatAmount({ units, asset: usd });
    expect(links).not.toMatch(new RegExp(`[,(]${text}[,)]|[,(]${units},`));
  }
  const amounts = amountsCents.map((units) => formatAmount({ units, asset: usd }));
  const path = `/banklink/micro-deposits/${response.body.address_id}/confirm`;
  expect((await env.send(mainnet, "POST", path, { body: { amounts } })).body.status).toBe("verified");
});

test("micro deposits are limited per account and day", async () => {
  const busy = await env.api.createClient();
  const racing = await Promise.all(Array.from({ length: maxPerDay + 3 }, () => begin(newAccount(), busy)));
  expect(racing.filter(({ status }) => status === 201)).toHaveLength(maxPerDay);
  expect(racing.filter(({ status }) => status === 422)).toHaveLength(3);
});

describe("amounts", () => {
  const cents = fc.bigInt({ min: 1n, max: 99n });
  const key = Buffer.alloc(32, 1);
  const place = { tenantId: "t" as TenantId, addressId: "a" as Id<"address"> };

  test("match in either order and not otherwise", () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, (first, second, third, fourth) => {
        const kept = digestAmounts(key, place, [first, second]);
        const reported = digestAmounts(key, place, [third, fourth]);
        const isSame = (first === third && second === fourth) || (first === fourth && second === third);
        expect(evaluateAmounts({ amountsDigest: kept, triesLeft: 3 }, reported).verification).toBe(
          isSame ? "verified" : "pending",
        );
        expect(digestAmounts(key, place, [second, first])).toEqual(kept);
        expect(
          digestAmounts(key, { ...place, addressId: "b" as Id<"address"> }, [first, second]),
        ).not.toEqual(kept);
      }),
    );
  });

  test("are at least a cent, less than a dollar, and random", () => {
    const { drawAmounts } = createMicroDeposits({ maxPerDay: 1, maxPerTenant: 1, send: async () => {} });
    const drawn = Array.from({ length: 500 }, drawAmounts).flat();
    expect(drawn.every((units) => units >= 1n && units <= 99n)).toBe(true);
    expect(new Set(drawn).size).toBeGreaterThan(50);
  });
});

test("the accounts of a tenant share a daily limit", async () => {
  const limited = await startBankLinkApi({ maxPerDay: 5, maxPerTenant: 2 });
  try {
    const issuer = await limited.api.createClient();
    const start = () => limited.send(issuer, "POST", "/banklink/micro-deposits", { body: newAccount() });
    const begun = await Promise.all([start(), start(), start(), start()]);
    const refused = begun.filter(({ status }) => status === 422);
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(refused.map(({ body }) => body.detail)).toEqual(
      refused.map(() => expect.stringContaining("2 bank accounts of all accounts in 24 hours")),
    );
  } finally {
    await limited.api.stop();
  }
});
