import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import { addMs, formatInstant, systemClock } from "../../kernel/instant.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi({
    environment: { EXPLORER_URLS: "testnet/base=https://explorer.example.com/tx/{transaction_id}" },
  });
  tokens = await addTestTokens(api);
});

afterAll(() => api?.stop());

interface Environment {
  readonly fixture: Fixture;
  readonly viewer: TestUser;
  readonly path: string;
}

async function openEnvironment(): Promise<Environment> {
  const fixture = await openFixture(api, tokens);
  const { accountId } = fixture.client;
  const viewer = await createUser(api, { memberOf: accountId, memberRole: "viewer" });
  return { fixture, viewer, path: `/console/api/workspaces/${accountId}/testnet` };
}

type Sanctioned = { readonly id: string };
const idsOf = (body: { readonly transfers: readonly Sanctioned[] }) => body.transfers.map(({ id }) => id);

describe("the transfers of a workspace", () => {
  test("are returned across accounts, newest first, paged in both directions", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const ids: string[] = [];
    for (const value of ["1", "2", "3"])
      ids.unshift(await fixture.create(value, fixture.on(fixture.anna), fixture.on(fixture.outside)));
    const { status, body } = await viewer.get(`${path}/transfers`);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(ids);
    expect(body.transfers[0]).toMatchObject({
      account_id: fixture.client.accountId,
      account_name: "Test Account",
      flow: "payout",
      status: "pending",
      amount: "3.00",
      currency: "USD",
      fee: "0.00",
      source: { transfer_type: "base", value_type: "FUSD", address_id: fixture.anna, payment_id: null },
    });
    const first = await viewer.get(`${path}/transfers?page[size]=2`);
    expect(idsOf(first.body)).toEqual(ids.slice(0, 2));
    const next = encodeURIComponent(first.body.pagination.next);
    const second = await viewer.get(`${path}/transfers?page[size]=2&page[after]=${next}`);
    expect(idsOf(second.body)).toEqual(ids.slice(2));
    const prev = encodeURIComponent(second.body.pagination.prev);
    const back = await viewer.get(`${path}/transfers?page[size]=2&page[before]=${prev}`);
    expect(idsOf(back.body)).toEqual(ids.slice(0, 2));
    const mixed = await viewer.get(`${path}/transfers?page[size]=2&page[after]=${next}&status=failed`);
    expect(mixed.status).toBe(400);
  });

  test("are found by each filter, and by id, amount and transaction", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const wire = await fixture.create("60", wireIn, fixture.on(fixture.anna));
    const paid = await fixture.create("12.34", fixture.on(fixture.anna), fixture.on(fixture.outside));
    await api.settle(paid, { ok: true, transactionId: "0xabc123", contract: undefined });
    const find = async (query: string) => idsOf((await viewer.get(`${path}/transfers?${query}`)).body);
    const between = formatInstant(addMs(systemClock.now(), 3_600_000));
    expect(await find("status=complete")).toEqual([paid]);
    expect(await find("status=pending")).toEqual([wire]);
    expect(await find("status=failed")).toEqual([]);
    expect(await find("transfer_type=wire")).toEqual([wire]);
    expect(await find("value_type=USD")).toEqual([wire]);
    expect(await find(`account_id=${fixture.client.accountId}`)).toEqual([paid, wire]);
    expect(await find(`account_id=${fixture.client.accountId}&page[size]=1`)).toEqual([paid]);
    expect(await find("account_id=01JD7Q2M8W3T5V6X9YZABCDEFG")).toEqual([]);
    expect(await find(`created_after=${between}`)).toEqual([]);
    expect(await find(`created_before=${between}`)).toEqual([paid, wire]);
    expect(await find(`search=${wire}`)).toEqual([wire]);
    expect(await find("search=12.34")).toEqual([paid]);
    expect(await find("search=60.00")).toEqual([wire]);
    expect(await find("search=0xabc123")).toEqual([paid]);
    expect(await find("search=0xabc")).toEqual([]);
    expect(await find(`search=${wire}&status=complete`)).toEqual([]);
  });

  test("are sorted by time and amount, and paged in both directions", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const ids: Record<string, string> = {};
    for (const value of ["2", "10", "2.5"])
      ids[value] = await fixture.create(value, fixture.on(fixture.anna), fixture.on(fixture.outside));
    const named = (...values: readonly string[]) => values.map((value) => ids[value]);
    const find = async (query: string) => idsOf((await viewer.get(`${path}/transfers?${query}`)).body);
    const account = `account_id=${fixture.client.accountId}`;
    for (const rest of ["", `&${account}`]) {
      expect(await find(`sort=created_at${rest}`)).toEqual(named("2", "10", "2.5"));
      expect(await find(`sort=-amount${rest}`)).toEqual(named("10", "2.5", "2"));
      expect(await find(`sort=amount${rest}`)).toEqual(named("2", "2.5", "10"));
    }
    const first = (await viewer.get(`${path}/transfers?sort=-amount&page[size]=2`)).body;
    const next = encodeURIComponent(first.pagination.next);
    const second = (await viewer.get(`${path}/transfers?sort=-amount&page[size]=2&page[after]=${next}`)).body;
    expect(idsOf(second)).toEqual(named("2"));
    const prev = encodeURIComponent(second.pagination.prev);
    expect(await find(`sort=-amount&page[size]=2&page[before]=${prev}`)).toEqual(named("10", "2.5"));
    expect((await viewer.get(`${path}/transfers?sort=amount&page[after]=${next}`)).status).toBe(400);
    expect((await viewer.get(`${path}/transfers?sort=fee`)).body.errors[0].pointer).toBe("/query/sort");
  });

  test("are counted and added up by the same filters, with a count for each status", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    await fixture.create("60", wireIn, fixture.on(fixture.anna));
    const paid = await fixture.create("12.34", fixture.on(fixture.anna), fixture.on(fixture.outside));
    await api.settle(paid, { ok: true, transactionId: "0xdef456", contract: undefined });
    const summary = async (query: string) => (await viewer.get(`${path}/transfers/summary?${query}`)).body;
    const statuses = [
      { status: "pending", count: 1, is_more: false },
      { status: "complete", count: 1, is_more: false },
      { status: "failed", count: 0, is_more: false },
      { status: "canceled", count: 0, is_more: false },
      { status: "reversed", count: 0, is_more: false },
    ];
    expect(await summary("")).toEqual({
      count: 2,
      is_more: false,
      sums: [{ amount: "72.34", currency: "USD", direction: null, network: null }],
      statuses,
    });
    expect(await summary("status=complete")).toMatchObject({
      count: 1,
      sums: [{ amount: "12.34", currency: "USD" }],
      statuses,
    });
    expect(await summary("transfer_type=wire")).toMatchObject({ count: 1, sums: [{ amount: "60.00" }] });
    expect(await summary("search=0xdef456")).toMatchObject({ count: 1, sums: [{ amount: "12.34" }] });
    expect(await summary("status=failed")).toMatchObject({ count: 0, sums: [] });
  });

  test("are reversed, and not complete, if their debit was returned", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const debit = await fixture.create("40", fixture.by("ach_debit"), fixture.on(fixture.anna));
    await api.bank();
    await api.settle(debit);
    const paid = await fixture.create("12.34", fixture.on(fixture.anna), fixture.on(fixture.outside));
    await api.settle(paid);
    await fixture.post(`/simulations/transfers/${debit}/ach-return`, { code: "R10" });
    await api.bank();
    const find = async (query: string) => idsOf((await viewer.get(`${path}/transfers?${query}`)).body);
    for (const rest of ["", "&sort=-amount", `&account_id=${fixture.client.accountId}`]) {
      expect(await find(`status=complete${rest}`)).toEqual([paid]);
      expect(await find(`status=reversed${rest}`)).toEqual([debit]);
    }
    expect(await find("status=reversed&search=40.00")).toEqual([debit]);
    expect(await find("status=complete&search=40.00")).toEqual([]);
    expect(await find("status=reversed&search=12.34")).toEqual([]);
    const summary = async (query: string) => (await viewer.get(`${path}/transfers/summary?${query}`)).body;
    const counts = expect.arrayContaining([
      { status: "complete", count: 1, is_more: false },
      { status: "reversed", count: 1, is_more: false },
    ]);
    const sumsOf = (amount: string) => [expect.objectContaining({ amount, currency: "USD" })];
    expect(await summary("")).toMatchObject({ count: 2, sums: sumsOf("12.34"), statuses: counts });
    expect(await summary("status=complete")).toMatchObject({ count: 1, sums: sumsOf("12.34") });
    expect(await summary("status=reversed")).toMatchObject({ count: 1, sums: sumsOf("40.00") });
    expect(await summary("status=reversed&search=40.00")).toMatchObject({ count: 1, sums: sumsOf("40.00") });
    const file = await viewer.get(`${path}/transfers.csv?status=reversed`);
    expect(file.text).toContain(",reversed,40.00,");
    expect(file.text).not.toContain(paid);
  });

  test("are found by the end of the id that lists show, and by the code of a failure", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const id = await fixture.create("5", fixture.on(fixture.anna), fixture.on(fixture.outside));
    const find = async (query: string) => idsOf((await viewer.get(`${path}/transfers?search=${query}`)).body);
    expect(await find(id.slice(-8))).toEqual([id]);
    expect(await find(encodeURIComponent(`…${id.slice(-8).toLowerCase()}`))).toEqual([id]);
    expect(await find(id.slice(0, 20))).toEqual([id]);
    expect(await find(id.slice(-12))).toEqual([id]);
    expect(await find(`0${id.slice(-11)}`.replace(/^0(?=0)/, "1"))).toEqual([]);
    await api.database.run(failWithCode, [id]);
    expect(await find("r01")).toEqual([id]);
    expect(await find("R02")).toEqual([]);
  });

  test("are found by a pending transaction", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const id = await fixture.create("5", fixture.on(fixture.anna), fixture.on(fixture.outside));
    const [work] = await api.worksOf(id);
    await api.database.run(attempt, [work?.id ?? ""]);
    const { body } = await viewer.get(`${path}/transfers?search=0xunderway`);
    expect(idsOf(body)).toEqual([id]);
  });

  test("reject an invalid query with the parameter", async () => {
    const { viewer, path } = await openEnvironment();
    for (const [query, pointer] of [
      ["status=lost", "/query/status"],
      ["created_after=2026-02-31T00:00:00Z", "/query/created_after"],
      ["transfer_type=carrier_pigeon", "/query/transfer_type"],
      ["unknown=all", "/query/unknown"],
    ] as const) {
      const { status, body } = await viewer.get(`${path}/transfers?${query}`);
      expect([status, body.errors?.[0]?.pointer], query).toEqual([400, pointer]);
    }
  });

  test("are shown only to members of the workspace and operators", async () => {
    const { fixture, path } = await openEnvironment();
    const { accountId } = (await openFixture(api, tokens)).client;
    const stranger = await createUser(api, { memberOf: accountId });
    expect((await stranger.get(`${path}/transfers`)).status).toBe(404);
    expect((await stranger.get(`${path}/transfers.csv`)).status).toBe(404);
    const support = await createUser(api, { operatorRole: "support" });
    expect((await support.get(`${path}/transfers`)).status).toBe(200);
    const { status } = await fetch(`${api.baseUrl}${path}/transfers`, {
      headers: { authorization: `Bearer ${fixture.client.token}` },
    });
    expect(status).toBe(401);
  });
});

const failWithCode = statement(`
  UPDATE transfers SET status = 'failed', step = 'done', failure_type = 'ach_return', failure_code = 'R01',
    failure_at = now() WHERE id = $1`);

const attempt = statement(`
  INSERT INTO chain_submissions (work_id, number, network, chain, sender_role, sender_index, state, transaction_id, bytes, fee,
                              sent_at, first_sent_at, created_at)
  VALUES ($1, 1, 'testnet', 'base', 'issuer', 0, 'sent', '0xunderway', '\\x00', '{}', now(), now(), now())`);

describe("the transfer export", () => {
  test("contains the same transfers as the list, with the same filters", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const note = "=HYPERLINK(1)";
    const id = await fixture.create("7.5", fixture.on(fixture.anna), fixture.on(fixture.outside), { note });
    await fixture.create("60", wireIn, fixture.on(fixture.anna));
    const { status, text, headers } = await viewer.get(`${path}/transfers.csv?value_type=FUSD&search=7.5`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="transfers-testnet-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const { transfers } = (await viewer.get(`${path}/transfers?search=${id}`)).body;
    const [{ created_at: created, updated_at: updated }] = transfers;
    const { anna, outside, client } = fixture;
    const [header, line, end] = text.split("\r\n");
    expect(header).toMatch(/^id,created_at,status,amount,currency,fee,flow,/);
    expect(line).toBe(
      `${id},${created},pending,7.50,USD,0.00,payout,${client.accountId},Test Account,base,FUSD,${anna},,,` +
        `base,FUSD,${outside},,,,,'=HYPERLINK(1),${updated},`,
    );
    expect(end).toBe("");
  });
});

interface Entry {
  readonly type: string;
  readonly [member: string]: unknown;
}

describe("the timeline of a transfer", () => {
  test("shows a completed transfer: states, postings, the transaction, the payment with its file, events", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const id = await fixture.create("60", fixture.on(fixture.anna), fixture.by("ach_credit"));
    await api.settle(id, { ok: true, transactionId: "0xburned", contract: undefined });
    await api.bank();
    const { status, body } = await viewer.get(`${path}/transfers/${id}/timeline`);
    expect(status).toBe(200);
    expect(body.transfer).toMatchObject({ id, status: "complete", account_id: fixture.client.accountId });
    expect(body.parties).toMatchObject({
      source: { name: expect.stringMatching(/./), address: expect.stringMatching(/^0x/) },
      destination: { name: expect.stringMatching(/./), address: null },
    });
    const entries: readonly Entry[] = body.entries;
    const entriesOf = (type: string) => entries.filter((entry) => entry.type === type);
    expect(entriesOf("state").map((entry) => entry["step"])).toEqual(["withdrawing", "paying_out", "done"]);
    expect(entriesOf("state").map((entry) => (entry["by"] as Entry).type)).toEqual([
      "application",
      "system",
      "system",
    ]);
    expect(entriesOf("posting").map((entry) => entry["effect"])).toEqual(
      expect.arrayContaining(["source-held", "withdrawn", "delivered"]),
    );
    expect(entriesOf("chain_transaction")).toMatchObject([
      {
        end: "source",
        chain: "base",
        transaction_id: "0xburned",
        explorer_url: "https://explorer.example.com/tx/0xburned",
      },
    ]);
    expect(entriesOf("payment")).toMatchObject([
      {
        end: "destination",
        direction: "outbound",
        rail: "ach",
        amount: "60.00",
        status: "complete",
        entry: { state: "settled", file: { name: expect.any(String), state: "sent" } },
      },
    ]);
    expect(entriesOf("event").map((entry) => entry["event_type"])).toEqual(
      expect.arrayContaining(["transfer.created", "transfer.completed", "payment.completed"]),
    );
    const times = entries.map((entry) => String(entry["at"]));
    expect(times).toEqual(times.toSorted());
  });

  test("shows a failed transfer: the reason and the refund", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const id = await fixture.create("60", fixture.on(fixture.anna), fixture.on(fixture.outside));
    await api.settle(id, {
      ok: false,
      reason: "frozen",
      detail: "the account is frozen",
      transactionId: undefined,
    });
    const { body } = await viewer.get(`${path}/transfers/${id}/timeline`);
    expect(body.transfer).toMatchObject({ status: "failed", failure_type: "chain_failed" });
    const states = body.entries.filter(({ type }: Entry) => type === "state");
    expect(states).toMatchObject([
      { status: "pending", step: "sending", failure_type: null },
      { status: "failed", step: "done", failure_type: "chain_failed" },
    ]);
    const events = body.entries.filter(({ type }: Entry) => type === "event");
    expect(events.map((entry: Entry) => entry["event_type"])).toEqual([
      "transfer.created",
      "transfer.failed",
    ]);
    const released = body.entries.filter((entry: Entry) => entry["effect"] === "released");
    expect(released.length + events.length).toBeGreaterThanOrEqual(2);
  });

  test("does not exist for transfers of another workspace or network", async () => {
    const { fixture, viewer, path } = await openEnvironment();
    const other = await openEnvironment();
    const id = await other.fixture.create("60", wireIn, other.fixture.on(other.fixture.anna));
    expect((await viewer.get(`${path}/transfers/${id}/timeline`)).status).toBe(404);
    expect((await viewer.get(`${path}/transfers/nonsense/timeline`)).status).toBe(404);
    const mainnet = `/console/api/workspaces/${other.fixture.client.accountId}/mainnet`;
    expect((await other.viewer.get(`${mainnet}/transfers/${id}/timeline`)).status).toBe(404);
    expect(fixture.client.accountId).not.toBe(other.fixture.client.accountId);
  });
});
