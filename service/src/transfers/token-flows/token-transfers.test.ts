import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { addAddress, addManagedAccount, addToken, contractOf } from "../../../test/token-holders.ts";
import {
  booksOf,
  done,
  faultsOf,
  fund,
  get,
  type MovementApi,
  paused,
  post,
  startMovementApi,
} from "../../../test/token-movements.ts";
import { readEvents } from "../../events/index.ts";
import { tenantOf } from "../../kernel/id.ts";
import type { Token } from "../../tokens/index.ts";

let api: MovementApi;
let client: TestClient;
let token: Token;
let anna: string;
let bert: string;
let outside: string;
let count = 0;

beforeAll(async () => {
  api = await startMovementApi();
});

afterAll(() => api.stop());

beforeEach(async () => {
  client = await api.createClient({ selfAttested: true });
  count += 1;
  token = await addToken(api, { issuer: client.accountId, valueType: `ACME${count}` });
  const { accountId } = client;
  anna = await addAddress(api, { accountId });
  bert = await addAddress(api, { accountId });
  outside = await addAddress(api, { accountId, kind: "external" });
  await fund(api, client, end(anna), "100");
});

const end = (address_id: string, transfer_type = "base") => ({
  address_id,
  value_type: token.valueType,
  transfer_type,
});

async function create(plural: "transfers" | "mints" | "burns", body: unknown): Promise<string> {
  const response = await post(api, { client }, plural, body);
  expect(response.status, response.text).toBe(201);
  return response.body.id;
}

const transferTo = (address: string, amount = "25", chain = "base") =>
  create("transfers", { amount, source: end(anna), destination: end(address, chain) });

/** Ledger balances in whole tokens, under short names. */
async function books(): Promise<Record<string, string>> {
  const names = new Map([
    [anna, "anna"],
    [bert, "bert"],
    [token.id, "acme"],
  ]);
  const entries = Object.entries(await booksOf(api.database, client.accountId)).map(([path, units]) => {
    const [kind = "", owner = "", chain = ""] = path.split("/");
    const name = [kind, names.get(owner) ?? owner, chain].filter((part) => part !== "").join(" ");
    const held = units.held === 0n ? "" : `, ${units.held / 1_000_000n} held`;
    return [name, `${units.posted / 1_000_000n}${held}`];
  });
  return Object.fromEntries(entries);
}

async function statusOf(plural: string, id: string) {
  const { body } = await get(api, { client }, `${plural}/${id}`);
  return { status: body.status, failure: body.failure };
}

async function updateOf(id: string): Promise<readonly string[]> {
  return (await eventsOf(id)).map(({ type }) => type);
}

async function eventsOf(id: string) {
  const { accountId } = client;
  const owner = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const events = await readEvents(api.database, { ...owner, order: "oldest_first", limit: 100 });
  return events.filter(({ data }) => JSON.stringify(data).includes(id));
}

const failure = { reason: "paused", detail: "the token is paused on this chain" };

test("a created transfer has the specified response, and its tokens are on hold", async () => {
  const request = { amount: "25.5", source: end(anna, "base_sepolia"), destination: end(bert) };
  const { status, body, headers } = await post(api, { client }, "transfers", request);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    status: "pending",
    amount: "25.50",
    note: null,
    source: { ...end(anna), address: expect.stringMatching(/^0x/), transaction_id: null },
    destination: { ...end(bert), address: expect.stringMatching(/^0x/), memo: null, transaction_id: null },
    return_transaction_id: null,
    failure: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: body.created_at,
  });
  expect(headers.get("location")).toBe(`/accounts/${client.accountId}/tokens/transfers/${body.id}`);
  expect(await books()).toEqual({ "supply acme base": "-100", "wallet anna base": "100, 25 held" });
});

test("one chain operation is enqueued, between custodial keys", async () => {
  const work = await api.workOf(await transferTo(bert));
  expect(work).toMatchObject({ owner: "transfers", chain: "base", network: "testnet" });
  expect(work.operation).toEqual({
    kind: "transfer",
    reference: work.id,
    contract: contractOf(token.valueType, "base"),
    from: expect.stringMatching(/^0x/),
    fromKey: { role: "custody", index: expect.any(Number) },
    to: expect.stringMatching(/^0x/),
    toKey: { role: "custody", index: expect.any(Number) },
    units: 25_000_000n,
  });
});

test("a transfer to a custodial address is credited to its wallet, with the transaction on both sides", async () => {
  const id = await transferTo(bert);
  const work = await api.workOf(id);
  await api.sent(id, "0xabc");
  await api.settle([work], done);
  const { body } = await get(api, { client }, `transfers/${id}`);
  expect(body).toMatchObject({ status: "complete", failure: null, return_transaction_id: null });
  expect([body.source.transaction_id, body.destination.transaction_id]).toEqual(["0xabc", "0xabc"]);
  expect(await books()).toEqual({
    "supply acme base": "-100",
    "wallet anna base": "75",
    "wallet bert base": "25",
  });
  expect(await updateOf(id)).toEqual(["token.transfer.created", "token.transfer.completed"]);
});

test("a transfer to an external address leaves custody, without a destination key", async () => {
  const id = await transferTo(outside);
  expect((await api.workOf(id)).operation).not.toHaveProperty("toKey");
  await api.settle([await api.workOf(id)], done);
  expect(await books()).toEqual({
    "supply acme base": "-100",
    "external base": "25",
    "wallet anna base": "75",
  });
});

test("a managing account can move tokens from and to an account that it manages", async () => {
  const managed = await addManagedAccount(api, client.accountId);
  const theirs = await addAddress(api, { accountId: managed, tenant: client.accountId });
  await api.settle([await api.workOf(await transferTo(theirs))], done);
  const back = { amount: "5", source: end(theirs), destination: end(anna) };
  const { status } = await post(api, { client, accountId: managed }, "transfers", back);
  expect(status).toBe(201);
});

test("a failed transfer releases its hold and returns the reason", async () => {
  const id = await transferTo(bert);
  await api.settle([await api.workOf(id)], paused);
  expect(await statusOf("transfers", id)).toEqual({ status: "failed", failure });
  expect(await books()).toEqual({ "supply acme base": "-100", "wallet anna base": "100" });
  expect(await updateOf(id)).toEqual(["token.transfer.created", "token.transfer.failed"]);
  expect((await eventsOf(id)).at(-1)?.data).toMatchObject({ failure });
});

test("a mint is credited once the chain confirms it; a failed mint has no effect", async () => {
  const good = await create("mints", { amount: "7", destination: end(bert, "ethereum") });
  const bad = await create("mints", { amount: "9", destination: end(bert, "ethereum") });
  expect((await api.workOf(good)).operation).toMatchObject({
    kind: "mint",
    issuer: {
      role: "issuer",
      index: token.minting.authority === "external" ? -1 : token.minting.issuerKeyIndex,
    },
    authority: "platform",
    units: 7_000_000n,
  });
  await api.settle([await api.workOf(good)], done);
  await api.settle([await api.workOf(bad)], paused);
  expect(await books()).toMatchObject({ "supply acme ethereum": "-7", "wallet bert ethereum": "7" });
  expect(await statusOf("mints", good)).toEqual({ status: "complete", failure: null });
  expect(await statusOf("mints", bad)).toEqual({ status: "failed", failure });
  expect(await updateOf(bad)).toEqual(["token.mint.created", "token.mint.failed"]);
});

test("a burn reduces the supply; a failed burn releases its hold", async () => {
  const good = await create("burns", { amount: "40", source: end(anna) });
  const bad = await create("burns", { amount: "60", source: end(anna) });
  expect(await books()).toEqual({ "supply acme base": "-100", "wallet anna base": "100, 100 held" });
  await api.settle([await api.workOf(good)], done);
  await api.settle([await api.workOf(bad)], paused);
  expect(await books()).toEqual({ "supply acme base": "-60", "wallet anna base": "60" });
  expect(await statusOf("burns", bad)).toEqual({ status: "failed", failure });
});

test("duplicate, late and unrelated outcomes have no effect", async () => {
  const id = await transferTo(bert);
  const work = await api.workOf(id);
  await api.settle([work], done);
  const before = await books();
  await api.settle([work], done);
  await api.settle([work], paused);
  await api.settle([{ ...work, id: "another", subject: "external" }], done);
  expect(await books()).toEqual(before);
  expect(await statusOf("transfers", id)).toEqual({ status: "complete", failure: null });
  expect(await updateOf(id)).toHaveLength(2);
});

test("many token transfers are settled together, each by its own outcome", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => transferTo(bert, "1")));
  await api.settle(await Promise.all(ids.map((id) => api.workOf(id))), done);
  expect(await books()).toMatchObject({ "wallet anna base": "90", "wallet bert base": "10" });
  expect(await faultsOf(api.database, client.accountId)).toEqual([]);
});

test("reusing an idempotency key replays the stored response", async () => {
  const request = { amount: "10", source: end(anna), destination: end(bert) };
  const first = await post(api, { client, key: "once" }, "transfers", request);
  const again = await post(api, { client, key: "once" }, "transfers", request);
  expect(again.text).toBe(first.text);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  const other = await post(api, { client, key: "once" }, "transfers", { ...request, amount: "11" });
  expect(other.body.code).toBe("idempotency_key_reused");
  expect(await books()).toMatchObject({ "wallet anna base": "100, 10 held" });
});

test("lists are newest first, by kind and combined with a type", async () => {
  const transfer = await transferTo(bert);
  const burn = await create("burns", { amount: "1", source: end(anna) });
  const mint = await create("mints", { amount: "1", destination: end(anna) });
  const later = await transferTo(outside);
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  const transfers = await get(api, { client }, "transfers");
  expect(ids(transfers.body.transfers)).toEqual([later, transfer]);
  expect(ids((await get(api, { client }, "burns")).body.burns)).toEqual([burn]);
  const all = await get(api, { client }, "transactions?page[size]=3");
  expect(all.body.transactions.map(({ type, id }: { type: string; id: string }) => [type, id])).toEqual([
    ["transfer", later],
    ["mint", mint],
    ["burn", burn],
  ]);
  const next = encodeURIComponent(all.body.pagination.next);
  const rest = await get(api, { client }, `transactions?page[size]=3&page[after]=${next}`);
  expect(ids(rest.body.transactions).at(0)).toBe(transfer);
  const prev = encodeURIComponent(rest.body.pagination.prev);
  const back = await get(api, { client }, `transactions?page[size]=3&page[before]=${prev}`);
  expect(ids(back.body.transactions)).toEqual([later, mint, burn]);
});

test("transfers and token resources are in separate lists", async () => {
  const id = await transferTo(bert);
  const request = (method: "GET" | "POST", path: string, more: object = {}) =>
    api.request(method, `/accounts/${client.accountId}/transfers${path}`, { token: client.token, ...more });
  const amount = { value: "3", currency: token.valueType };
  const body = { amount, source: end(anna), destination: end(bert) };
  const created = await request("POST", "", { idempotencyKey: "separate", body });
  expect(created.status, created.text).toBe(201);
  const ids = (items: readonly { id: string }[]) => items.map((item) => item.id);
  expect(ids((await request("GET", "")).body.transfers)).toEqual([created.body.id]);
  expect(ids((await get(api, { client }, "transfers")).body.transfers)).toEqual([id]);
  expect(ids((await get(api, { client }, "transactions")).body.transactions)).not.toContain(created.body.id);
  expect((await request("GET", `/${id}`)).status).toBe(404);
  expect((await request("POST", `/${id}/cancel`)).status).toBe(404);
  expect((await get(api, { client }, `transfers/${created.body.id}`)).status).toBe(404);
});

test("a token resource is found only by its kind, account and network", async () => {
  const id = await transferTo(bert);
  const stranger = await api.createClient({ selfAttested: true });
  const mainnet = await api.createClient({ accountId: client.accountId, network: "mainnet" });
  const managed = await addManagedAccount(api, client.accountId);
  expect((await get(api, { client }, `mints/${id}`)).status).toBe(404);
  expect((await get(api, { client }, "transfers/short")).status).toBe(404);
  expect((await get(api, { client: stranger }, `transfers/${id}`)).status).toBe(404);
  expect((await get(api, { client: mainnet }, `transfers/${id}`)).status).toBe(404);
  expect((await get(api, { client, accountId: managed }, `transfers/${id}`)).status).toBe(404);
  expect((await get(api, { client: mainnet }, "transactions")).body.transactions).toEqual([]);
});
