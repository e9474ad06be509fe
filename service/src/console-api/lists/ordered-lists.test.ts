import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import { isWithoutCitus } from "../../../test/citus.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { createRowsRead } from "../../../test/rows-read.ts";
import { addAddress } from "../../../test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import { createIdFactory, lowestIdAt, tenantOf } from "../../kernel/id.ts";
import { addMs, formatInstant, instantFromMs } from "../../kernel/instant.ts";
import type { LoggedRequest } from "../../request-log/logged-request.ts";
import { insertRequests, requestList } from "../../request-log/store.ts";

const minuteMs = 60_000;
const logged = 30;
const startedAt = instantFromMs(Date.UTC(2026, 9, 1, 12));

let api: TransferApi;
let fixture: Fixture;
let operator: TestUser;
let member: TestUser;
let workspace: string;

beforeAll(async () => {
  api = await startTransferApi();
  fixture = await openFixture(api, await addTestTokens(api));
  const { accountId } = fixture.client;
  operator = await createUser(api, { operatorRole: "admin" });
  member = await createUser(api, { memberOf: accountId, memberRole: "admin" });
  workspace = `/console/api/workspaces/${accountId}/testnet`;
  for (const expected of ["80", "30"]) {
    const transfer = await fixture.create(expected, wireIn, fixture.on(fixture.anna));
    await fixture.wire(transfer, "7.5");
  }
  await fillQueues();
  await insertRequests(
    api.database,
    Array.from({ length: logged }, (_, minute) => requestAt(minute)),
  );
});
afterAll(() => api?.stop());

/** Two items in each queue of operators. */
async function fillQueues(): Promise<void> {
  const { accountId } = fixture.client;
  const text = addressOf.evm("a sanctioned address");
  await api.sanctioned.list(text);
  await fixture.fund(fixture.anna, "FUSD", 100n);
  const outside = await addAddress(api, { accountId, kind: "external", text });
  for (const value of ["4", "5"]) await fixture.create(value, fixture.on(fixture.anna), fixture.on(outside));
  const debits = [];
  for (const value of ["40", "41"])
    debits.push(await fixture.create(value, fixture.by("ach_debit"), fixture.on(fixture.anna)));
  await api.bank();
  for (const debit of debits) {
    await api.settle(debit);
    await fixture.post(`/simulations/transfers/${debit}/ach-return`, { code: "R10" });
  }
  await api.bank();
  for (const id of [api.deps.newId(), api.deps.newId()]) {
    await api.database.run(insertItem, [id]);
    await api.database.run(insertDeposit, [accountId, id, fixture.anna]);
  }
}

const insertItem = statement(`
  INSERT INTO bank_items (id, network, key, kind, detail, state, created_at, updated_at)
  VALUES ($1, 'testnet', 'unbooked/' || $1, 'unbooked', 'Not booked.', 'open', now(), now())`);
const insertDeposit = statement(`
  INSERT INTO token_deposits (tenant_id, network, id, account_id, address_id, chain, token_id, value_type, scale, units,
    transaction_id, transfer_index, status, hit_uids, created_at, updated_at)
  VALUES ($1, 'testnet', $2, $1, $3, 'base', 't', 'FUSD', 6, 1, $2, 0, 'held', '{}', now(), now())`);

const timeOf = (minute: number) => formatInstant(addMs(startedAt, minute * minuteMs));
const minutes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => timeOf(from + index));

function requestAt(minute: number): LoggedRequest {
  const at = addMs(startedAt, minute * minuteMs);
  const { accountId } = fixture.client;
  return {
    id: createIdFactory({ now: () => at })<"api-request">(),
    tenantId: tenantOf(accountId),
    network: "testnet",
    requestId: `request-${minute}`,
    applicationId: createIdFactory({ now: () => at })<"application">(),
    accountId,
    at,
    method: "GET",
    path: `/minutes/${minute}`,
    operation: "listTransfers",
    status: minute % 2 === 0 ? 200 : 404,
    errorCode: undefined,
    durationMs: minute,
  };
}

test("a time range applies to the pages, the counts and the file, in both orders", async () => {
  const range = `created_after=${timeOf(4)}&created_before=${timeOf(9)}`;
  const path = `${workspace}/requests`;
  const first = await member.get(`${path}?${range}&sort=created_at&page[size]=3`);
  expect(timesIn(first.body)).toEqual(minutes(5, 8));
  const next = encodeURIComponent(first.body.pagination.next);
  const second = await member.get(`${path}?${range}&sort=created_at&page[size]=3&page[after]=${next}`);
  expect(timesIn(second.body)).toEqual(minutes(8, 9));
  expect(second.body.pagination.next).toBeNull();
  const other = await member.get(`${path}?${range}&page[size]=3&page[after]=${next}`);
  expect([other.status, other.body.errors?.[0]?.pointer]).toEqual([400, "/query/page[after]"]);
  const { body } = await member.get(`${path}/summary?${range}`);
  expect(body).toMatchObject({ count: 4, is_more: false });
  expect(body.statuses).toContainEqual({ status: "4xx", count: 2, is_more: false });
  const { text } = await member.get(`${path}.csv?${range}&status=4xx&sort=created_at`);
  const lines = text.trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(",")[4])).toEqual(["/minutes/5", "/minutes/7"]);
});

function timesIn({ requests }: { readonly requests: readonly { readonly at: string }[] }) {
  return requests.map(({ at }) => at);
}

const inWorkspace = [
  "requests",
  "account-records",
  "applications",
  "approvals",
  "accounts/{account}/addresses",
  "accounts/{account}/automations",
  "accounts/{account}/webhooks/deliveries",
  "audit",
  "ledger/records",
];
const ofOperators = [
  "suspense",
  "claims",
  "held/transfers",
  "held/deposits",
  "held/refunds",
  "rails/items",
  "reviews",
  "reviews?stage=in_review",
  "ledger/{account}/testnet/records",
  "approvals",
  "rails/files",
  "users",
  "tenants",
  "dead-jobs",
  "freezes",
  "audit",
];

test("every such list can be read from its other end, and refuses what is no time and no order", async () => {
  const places = [
    ...inWorkspace.map((name) => ({ user: member, path: `${workspace}/${name}` })),
    ...ofOperators.map((name) => ({ user: operator, path: `/console/api/${name}` })),
  ];
  for (const { user, path: template } of places) {
    const [place = "", filter = ""] = template.replace("{account}", fixture.client.accountId).split("?");
    const path = `${place}?${filter}`;
    const [newest, oldest] = [
      await user.get(`${path}&sort=-created_at&page[size]=100`),
      await user.get(`${path}&sort=created_at&page[size]=100`),
    ];
    expect([newest.status, oldest.status], path).toEqual([200, 200]);
    expect(itemsIn(oldest.body), path).toEqual(itemsIn(newest.body).toReversed());
    if (isFilled(place)) expect(itemsIn(oldest.body).length, path).toBeGreaterThan(1);
    const unsorted = await user.get(`${path}&sort=name`);
    expect([unsorted.status, unsorted.body.errors[0].pointer], path).toEqual([400, "/query/sort"]);
    const parameter = place.endsWith("/audit") ? "until" : "created_before";
    const noDay = await user.get(`${path}&${parameter}=2026-02-30T00:00:00Z`);
    expect([noDay.status, noDay.body.errors[0].pointer], path).toEqual([400, `/query/${parameter}`]);
    const none = await user.get(`${path}&${parameter}=2001-01-01T00:00:00Z`);
    expect([none.status, itemsIn(none.body)], path).toEqual([200, []]);
    const start = place.endsWith("/audit") ? "since" : "created_after";
    const after = await user.get(`${path}&${start}=9999-12-31T23:59:59.999Z`);
    expect([after.status, itemsIn(after.body)], path).toEqual([200, []]);
  }
});

const queues = /\/(claims|held\/transfers|held\/deposits|rails\/items|records)$/;
const isFilled = (path: string): boolean => queues.test(path);

test("a queue is read page by page from either end, with its totals", async () => {
  const idsOf = async (query: string) => {
    const { body } = await operator.get(`/console/api/claims?${query}`);
    return { ids: body.claims.map(({ id }: { readonly id: string }) => id), body };
  };
  const { ids, body: all } = await idsOf("");
  expect(ids).toHaveLength(2);
  const first = await idsOf("sort=-created_at&page[size]=1");
  expect(first.ids).toEqual([ids[1]]);
  const next = encodeURIComponent(first.body.pagination.next);
  const second = await idsOf(`sort=-created_at&page[size]=1&page[after]=${next}`);
  expect([second.ids, second.body.pagination.next]).toEqual([[ids[0]], null]);
  expect(second.body.ageing).toEqual(all.ageing);
  expect(all.ageing[0]).toEqual({ network: "testnet", age: "0-7", count: 2, remaining: "81.00" });
  const { body } = await operator.get("/console/api/claims/summary?created_after=2001-01-01T00:00:00Z");
  expect(body).toMatchObject({ count: 2, sums: [{ amount: "81.00", currency: "USD", network: "testnet" }] });
});

test("a held transfer is returned by its id, and null once it is not held", async () => {
  const { transfers } = (await operator.get("/console/api/held/transfers")).body;
  const path = "/console/api/held/transfers";
  expect((await operator.get(`${path}/${transfers[0].id}`)).body).toEqual({ transfer: transfers[0] });
  const other = await fixture.create("1", wireIn, fixture.on(fixture.anna));
  expect((await operator.get(`${path}/${other}`)).body).toEqual({ transfer: null });
  expect((await operator.get(`${path}/${api.deps.newId()}`)).status).toBe(404);
});

function itemsIn(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.values(body).find((member) => Array.isArray(member)) ?? [];
}

test.skipIf(!isWithoutCitus)(
  "a page far back in the request log reads that page, not what is newer",
  async () => {
    const tenantId = tenantOf(fixture.client.accountId);
    const position = lowestIdAt(addMs(startedAt, 5 * minuteMs));
    const read = await createRowsRead(api.database)((session) =>
      requestList.read(session, { tenantId, network: "testnet" }, { position, limit: 3 }),
    );
    expect(read).toBeLessThanOrEqual(5);
  },
);
