import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { testCause } from "../../../test/auth.ts";
import { addAddress, addToken, contractOf } from "../../../test/token-holders.ts";
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
import { refundTransfer } from "../decide-held.ts";
import { countNeedingAction } from "../store.ts";

let api: MovementApi;
let client: TestClient;
let token: Token;
let anna: string;
let sol: string;
let id: string;
let count = 0;

beforeAll(async () => {
  api = await startMovementApi();
});

afterAll(() => api.stop());

const end = (address_id: string, transfer_type: string) => ({
  address_id,
  value_type: token.valueType,
  transfer_type,
});

beforeEach(async () => {
  client = await api.createClient({ selfAttested: true });
  const { accountId } = client;
  count += 1;
  token = await addToken(api, { issuer: accountId, valueType: `ACME${count}` });
  anna = await addAddress(api, { accountId });
  sol = await addAddress(api, { accountId, chains: ["solana"] });
  await fund(api, client, end(anna, "base"), "100");
  id = await transfer(sol);
});

async function transfer(to: string): Promise<string> {
  const body = { amount: "30", source: end(anna, "base"), destination: end(to, "solana") };
  const response = await post(api, { client }, "transfers", body);
  expect(response.status, response.text).toBe(201);
  return response.body.id;
}

/** The ledger in whole tokens: kind, chain, posted, held. Always verified. */
async function books(): Promise<Record<string, string>> {
  expect(await faultsOf(api.database, client.accountId)).toEqual([]);
  const all = Object.entries(await booksOf(api.database, client.accountId));
  expect(all.reduce((sum, [, { posted }]) => sum + posted, 0n)).toBe(0n);
  return Object.fromEntries(
    all.map(([path, { posted, held }]) => {
      const [kind, , chain] = path.split("/");
      return [
        `${kind} ${chain}`,
        `${posted / 1_000_000n}${held === 0n ? "" : `, ${held / 1_000_000n} held`}`,
      ];
    }),
  );
}

async function shown() {
  const { body } = await get(api, { client }, `transfers/${id}`);
  return {
    status: body.status,
    reason: body.failure?.reason ?? null,
    transactions: [body.source.transaction_id, body.destination.transaction_id, body.return_transaction_id],
  };
}

const settle = async (outcome: typeof done) => api.settle([await api.workOf(id)], outcome);
const sent = (transactionId: string) => api.sent(id, transactionId);

const before = { "supply base": "-100", "wallet base": "100, 30 held" };
const crossing = {
  "supply base": "-70",
  "wallet base": "70",
  "supply solana": "-30",
  "clearing solana": "30",
};
const turnedBack = { "supply base": "-100", "wallet base": "70", "clearing base": "30" };
const home = { "supply base": "-100", "wallet base": "100" };

test("tokens are burned on one chain and minted on the other; the ledger tracks every step", async () => {
  expect(await api.workOf(id)).toMatchObject({
    chain: "base",
    operation: { kind: "burn", units: 30_000_000n },
  });
  await sent("burn-tx");
  expect(await books()).toEqual(before);
  await settle(done);
  expect(await books()).toEqual(crossing);
  expect(await api.workOf(id)).toMatchObject({
    chain: "solana",
    subject: id,
    operation: { kind: "mint", contract: contractOf(token.valueType, "solana"), authority: "platform" },
  });
  await sent("mint-tx");
  expect(await shown()).toEqual({
    status: "pending",
    reason: null,
    transactions: ["burn-tx", "mint-tx", null],
  });
  await settle(done);
  expect(await books()).toEqual({
    "supply base": "-70",
    "wallet base": "70",
    "supply solana": "-30",
    "wallet solana": "30",
  });
  expect(await shown()).toMatchObject({ status: "complete", reason: null });
});

test("a transfer to an external address leaves custody on the other chain", async () => {
  const outside = await addAddress(api, {
    accountId: client.accountId,
    kind: "external",
    chains: ["solana"],
  });
  await settle(paused);
  id = await transfer(outside);
  await settle(done);
  await settle(done);
  expect(await books()).toMatchObject({ "supply solana": "-30", "external solana": "30" });
});

test("a failed burn releases the hold", async () => {
  await settle(paused);
  expect(await books()).toEqual(home);
  expect(await shown()).toEqual({ status: "failed", reason: "paused", transactions: [null, null, null] });
});

test("a failed mint is refunded by a mint on the first chain, and the transfer fails", async () => {
  await settle(done);
  await settle(paused);
  expect(await books()).toEqual(turnedBack);
  expect(await shown()).toMatchObject({ status: "pending", reason: null });
  const { operation, chain } = await api.workOf(id);
  expect([chain, operation.kind, operation]).toMatchObject([
    "base",
    "mint",
    { contract: contractOf(token.valueType, "base"), units: 30_000_000n, toKey: { role: "custody" } },
  ]);
  await sent("return-tx");
  await settle(done);
  expect(await books()).toEqual(home);
  expect(await shown()).toEqual({
    status: "failed",
    reason: "paused",
    transactions: ["tx-done", null, "return-tx"],
  });
});

test("tokens that cannot be minted anywhere stay in clearing, are counted, and are refunded manually", async () => {
  const returnNow = () => refundTransfer(api.deps, { id, resources: ["token_transfer"], cause: testCause });
  const counted = async () =>
    (await countNeedingAction(api.database)).filter(({ resource }) => resource === "token_transfer");
  await settle(done);
  await settle(paused);
  await expect(returnNow()).rejects.toThrow("no failed refund");
  await settle(paused);
  expect(await books()).toEqual(turnedBack);
  expect(await counted()).toEqual([{ step: "refund_failed", resource: "token_transfer", count: 1n }]);
  expect(await shown()).toMatchObject({ status: "pending" });
  await settle(done);
  expect(await books(), "stale outcomes have no effect").toEqual(turnedBack);
  await returnNow();
  await settle(done);
  expect(await books()).toEqual(home);
  expect(await shown()).toMatchObject({ status: "failed", reason: "paused" });
  expect(await counted()).toEqual([]);
});

test("each step is published once, even for duplicate outcomes", async () => {
  const burn = await api.workOf(id);
  await api.settle([burn], done);
  await api.settle([burn], done);
  await api.settle([burn], paused);
  expect(await books()).toEqual(crossing);
  const mint = await api.workOf(id);
  await api.settle([mint], done);
  await api.settle([mint, burn], paused);
  const works = (await api.worksOf(client.accountId)).filter(({ subject }) => subject === id);
  expect(works.map(({ operation }) => operation.kind)).toEqual(["burn", "mint"]);
  const { accountId } = client;
  const owner = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const events = await readEvents(api.database, { ...owner, order: "oldest_first", limit: 100 });
  expect(events.map(({ type }) => type).filter((type) => type.startsWith("token.transfer"))).toEqual([
    "token.transfer.created",
    "token.transfer.completed",
  ]);
});
