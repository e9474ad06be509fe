import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { createRowsRead } from "../../../test/rows-read.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../../test/transfer-fixture.ts";
import { createIdFactory, lowestIdAt, tenantOf } from "../../kernel/id.ts";
import { addMs, formatInstant, instantFromMs } from "../../kernel/instant.ts";
import type { LoggedRequest } from "../../request-log/logged-request.ts";
import { insertRequests, selectRequests } from "../../request-log/store.ts";

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
  await insertRequests(
    api.database,
    Array.from({ length: logged }, (_, minute) => requestAt(minute)),
  );
});
afterAll(() => api?.stop());

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
];
const ofOperators = [
  "suspense",
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
    const path = template.replace("{account}", fixture.client.accountId);
    const [newest, oldest] = [
      await user.get(`${path}?sort=-created_at&page[size]=100`),
      await user.get(`${path}?sort=created_at&page[size]=100`),
    ];
    expect([newest.status, oldest.status], path).toEqual([200, 200]);
    expect(itemsIn(oldest.body), path).toEqual(itemsIn(newest.body).toReversed());
    const unsorted = await user.get(`${path}?sort=name`);
    expect([unsorted.status, unsorted.body.errors[0].pointer], path).toEqual([400, "/query/sort"]);
    const parameter = path.endsWith("/audit") ? "until" : "created_before";
    const noDay = await user.get(`${path}?${parameter}=2026-02-30T00:00:00Z`);
    expect([noDay.status, noDay.body.errors[0].pointer], path).toEqual([400, `/query/${parameter}`]);
    const none = await user.get(`${path}?${parameter}=2001-01-01T00:00:00Z`);
    expect([none.status, itemsIn(none.body)], path).toEqual([200, []]);
    const start = path.endsWith("/audit") ? "since" : "created_after";
    const after = await user.get(`${path}?${start}=9999-12-31T23:59:59.999Z`);
    expect([after.status, itemsIn(after.body)], path).toEqual([200, []]);
  }
});

function itemsIn(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.values(body).find((member) => Array.isArray(member)) ?? [];
}

test("a page far back in the request log reads that page, not what is newer", async () => {
  const tenantId = tenantOf(fixture.client.accountId);
  const position = lowestIdAt(addMs(startedAt, 5 * minuteMs));
  const filter = { applicationId: undefined, method: undefined, statusClass: undefined, pathText: undefined };
  const read = await createRowsRead(api.database)((session) =>
    selectRequests(
      session,
      { tenantId, network: "testnet", ...filter },
      { direction: "after", position, reach: undefined, limit: 3, lookedAt: 1_000 },
    ),
  );
  expect(read).toBeLessThanOrEqual(5);
});
