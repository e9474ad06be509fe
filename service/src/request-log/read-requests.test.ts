import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import type { Session } from "../db/database.ts";
import { type AccountId, type ApplicationId, createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import type { PageRequest } from "../kernel/page.ts";
import type { LoggedRequest } from "./logged-request.ts";
import { insertRequests, type RequestFilters, requestList } from "./store.ts";

const newId = createIdFactory(systemClock);
const accountId: AccountId = newId<"account">();
const tenantId = tenantOf(accountId);
const workspace = { tenantId, network: "testnet" } as const;

test("paging through the log returns each matching request once, however few requests a page scans", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const statuses = fc.array(fc.constantFrom(200, 201, 404, 500), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(
      statuses,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 6 }),
      async (...drawn) => {
        const [each, size, lookedAt] = drawn;
        const owner = tenantOf(newId<"account">());
        const requests = each.map((status) => logged({ status, tenantId: owner }));
        if (requests.length > 0) await insertRequests(database, requests);
        const filter = { tenantId: owner, network: "testnet", statusClass: 4 } as const;
        const seen: string[] = [];
        let position: string | undefined;
        for (let pages = 0; pages < 100; pages += 1) {
          const page = pageOf({ size, position });
          const { items, pagination } = await requestList.page(database, filter, page, lookedAt);
          seen.push(...items.map(({ id }) => id));
          if (pagination.next === null) break;
          position = pagination.next;
        }
        const fitting = requests.filter(({ status }) => status === 404).map(({ id }) => id as string);
        expect(seen).toEqual(fitting.toReversed());
      },
    ),
    { numRuns: 25 },
  );
});

test("requests that are logged while a page is read push no older one out of it", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const requests = [logged({ status: 404 }), logged({}), logged({})];
  await insertRequests(database, requests);
  const first: Session["first"] = async (select, values) => {
    const row = await database.first(select, values);
    await insertRequests(database, [logged({}), logged({})]);
    return row;
  };
  const query = { ...workspace, statusClass: 4 };
  const { items } = await requestList.page(
    { ...database, first },
    query,
    pageOf({ size: 2 }),
    requests.length,
  );
  expect(items.map(({ id }) => id)).toEqual([requests[0]?.id]);
});

test("a page that is full scans no further", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await insertRequests(
    database,
    Array.from({ length: 5 }, () => logged({})),
  );
  const first = () => Promise.reject(new Error("the end of the range is not needed"));
  const page = pageOf({ size: 2 });
  const { items, pagination } = await requestList.page({ ...database, first }, workspace, page);
  expect(items).toHaveLength(2);
  expect(pagination.next).not.toBeNull();
});

test("paging works backwards", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const requests = Array.from({ length: 5 }, () => logged({}));
  await insertRequests(database, requests);
  const newest = await requestList.page(database, workspace, pageOf({ size: 2 }));
  const next = pageOf({ size: 2, position: newest.pagination.next ?? "" });
  const older = await requestList.page(database, workspace, next);
  expect(older.items.map(({ id }) => id)).toEqual([requests[2]?.id, requests[1]?.id]);
  const back = {
    ...pageOf({ size: 2, position: older.pagination.prev ?? "" }),
    direction: "before",
  } as const;
  expect((await requestList.page(database, workspace, back)).items).toEqual(newest.items);
});

test("every filter excludes requests that do not match", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const one = logged({ method: "POST", path: "/accounts/A/transfers", status: 422, requestId: "mine" });
  const two = logged({ method: "GET", path: "/accounts/B_%", status: 200, requestId: "mine" });
  const elsewhere = { ...logged({ requestId: "mine" }), network: "mainnet" as const };
  await insertRequests(database, [one, two, elsewhere]);
  const idsOf = async (filter: Partial<RequestFilters>): Promise<readonly string[]> => {
    const { items } = await requestList.page(database, { ...workspace, ...filter }, pageOf({ size: 10 }));
    return items.map(({ id }) => id);
  };
  expect(await idsOf({})).toEqual([two.id, one.id]);
  expect(await idsOf({ method: "POST" })).toEqual([one.id]);
  expect(await idsOf({ statusClass: 2 })).toEqual([two.id]);
  expect(await idsOf({ pathText: "transfers" })).toEqual([one.id]);
  // LIKE wildcards in a filter are literal text.
  expect(await idsOf({ pathText: "_%" })).toEqual([two.id]);
  expect(await idsOf({ applicationId: one.applicationId })).toEqual([one.id]);
  expect(await idsOf({ requestId: "mine" })).toEqual([two.id, one.id]);
  expect(await idsOf({ requestId: "mine", statusClass: 4, method: "POST" })).toEqual([one.id]);
  expect(await idsOf({ requestId: "theirs" })).toEqual([]);
});

function logged(fields: Partial<LoggedRequest>): LoggedRequest {
  return {
    id: newId<"api-request">(),
    ...workspace,
    requestId: newId(),
    applicationId: newId<"application">() as ApplicationId,
    accountId,
    at: systemClock.now(),
    method: "GET",
    path: "/accounts",
    operation: "listAccounts",
    status: 200,
    errorCode: undefined,
    durationMs: 1,
    ...fields,
  };
}

function pageOf({
  size,
  position,
}: {
  readonly size: number;
  readonly position?: string | undefined;
}): PageRequest {
  return { size, direction: "after", position, cursorAt: (place) => place, positionOf: (cursor) => cursor };
}
