import { expect, test } from "vitest";
import { endpointUrl, manners, planTenants, readEndpointPath, reportedOf } from "./endpoints.ts";

test("a few subscriptions all belong to one account, and each gets every event", () => {
  const tenants = planTenants(10);
  expect(tenants).toHaveLength(1);
  expect(tenants.flatMap(reportedOf)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

test("many are spread over tenants, and an event goes to its account's and to the managing account's", () => {
  const tenants = planTenants(1_000);
  expect(tenants).toHaveLength(100);
  const reported = tenants.flatMap(reportedOf);
  expect(reported).toHaveLength(900);
  expect(reported.every((endpoints) => endpoints.length === 2)).toBe(true);
  expect(new Set(reported.flat()).size).toBe(1_000);
});

test("no account exceeds its limit, and no subscription is left out, whatever their number", () => {
  for (const count of [1, 49, 50, 51, 52, 61, 999]) {
    const tenants = planTenants(count);
    const accounts = tenants.flatMap(({ managing, managed }) => [managing, ...managed]);
    expect(accounts.every(({ endpoints }) => endpoints.length <= 50)).toBe(true);
    expect(new Set(tenants.flatMap(reportedOf).flat()).size).toBe(count);
  }
});

test("a URL says how its endpoint behaves", () => {
  for (const manner of manners) {
    expect(readEndpointPath(new URL(endpointUrl(8080, manner, 7)).pathname)).toEqual({ manner, endpoint: 7 });
  }
  expect(readEndpointPath("/rude/1")).toBeUndefined();
  expect(readEndpointPath("/prompt/x")).toBeUndefined();
  expect(readEndpointPath("/")).toBeUndefined();
});
