import { expect, test } from "vitest";
import type { TenantId } from "../kernel/id.ts";
import { createUploadPlaces } from "./upload-places.ts";

const [one, two, three] = ["1", "2", "3"] as unknown as readonly [TenantId, TenantId, TenantId];

/** Requests a slot for each tenant, and reports which have one so far. */
function requestSlots(limits: Parameters<typeof createUploadPlaces>[0], tenants: readonly TenantId[]) {
  const places = createUploadPlaces(limits);
  const leaves = new Map<number, () => void>();
  const requested = tenants.map((tenantId, index) =>
    places.take(tenantId).then((leave) => {
      leaves.set(index, leave);
    }),
  );
  const inside = async (): Promise<readonly number[]> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return [...leaves.keys()];
  };
  const leave = (index: number): void => {
    leaves.get(index)?.();
    leaves.delete(index);
  };
  return { requested, inside, leave };
}

test("slots are limited per tenant and in total, and the rest wait in turn", async () => {
  const { inside, leave } = requestSlots({ total: 3, perTenant: 2, maxWaiting: 9, maxWaitingPerTenant: 9 }, [
    one,
    one,
    one,
    two,
    two,
    three,
  ]);
  expect(await inside()).toEqual([0, 1, 3]);
  leave(3);
  expect(await inside()).toEqual([0, 1, 4]);
  leave(0);
  expect(await inside()).toEqual([1, 4, 2]);
  leave(2);
  leave(4);
  expect(await inside()).toEqual([1, 5]);
});

test("an upload is refused when too many wait, and every waiting one gets its slot", async () => {
  const { requested, inside, leave } = requestSlots(
    { total: 1, perTenant: 1, maxWaiting: 1, maxWaitingPerTenant: 1 },
    [one, one, one],
  );
  await expect(requested[2]).rejects.toMatchObject({ refusal: { code: "overloaded" } });
  leave(0);
  expect(await inside()).toEqual([1]);
});

test("a tenant with too many waiting files is refused, and others may still wait", async () => {
  const limits = { total: 1, perTenant: 1, maxWaiting: 9, maxWaitingPerTenant: 2 };
  const { requested, inside, leave } = requestSlots(limits, [one, one, one, one, two]);
  await expect(requested[3]).rejects.toMatchObject({ refusal: { code: "overloaded" } });
  expect(await inside()).toEqual([0]);
  for (const index of [0, 1, 2]) {
    leave(index);
    await inside();
  }
  expect(await inside()).toEqual([4]);
});

test("an upload with a slot no longer counts as waiting", async () => {
  const places = createUploadPlaces({ total: 1, perTenant: 1, maxWaiting: 9, maxWaitingPerTenant: 1 });
  let leave = await places.take(one);
  for (let turn = 0; turn < 3; turn += 1) {
    const next = places.take(one);
    leave();
    leave = await next;
  }
});
