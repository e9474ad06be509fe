import fc from "fast-check";
import { expect, test } from "vitest";
import { createGate } from "../../test/gate.ts";
import type { TenantId } from "../kernel/id.ts";
import { createTenantShare } from "./tenant-share.ts";

const busy = "busy" as TenantId;
const calm = "calm" as TenantId;

test("a tenant never has more than three quarters of the connections, and all its requests run in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.boolean(), { maxLength: 40 }),
      async (connections, fails) => {
        const share = createTenantShare({ connections, maxWaiting: 100 });
        let running = 0;
        let most = 0;
        const begun: number[] = [];
        const outcomes = await Promise.allSettled(
          fails.map((isFailing, index) =>
            share.run(busy, async () => {
              begun.push(index);
              running += 1;
              most = Math.max(most, running);
              await Promise.resolve();
              running -= 1;
              if (isFailing) throw new Error("failed");
            }),
          ),
        );
        expect(most).toBeLessThanOrEqual(Math.max(1, Math.floor(connections * 0.75)));
        expect(begun).toEqual(fails.map((_, index) => index));
        expect(outcomes.map(({ status }) => status === "rejected")).toEqual(fails);
      },
    ),
  );
});

test("a tenant that fills its share does not block others, and is refused when its queue is full", async () => {
  const share = createTenantShare({ connections: 3, maxWaiting: 1 });
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const accepted = [1, 2, 3].map(() => share.run(busy, () => finished));
  await expect(share.run(busy, () => finished)).rejects.toMatchObject({ refusal: { code: "overloaded" } });
  await expect(share.run(calm, async () => "done")).resolves.toBe("done");
  finish();
  await Promise.all(accepted);
});

test("however many tenants fill their shares, one connection is left for the next one", async () => {
  const share = createTenantShare({ connections: 20, maxWaiting: 100 });
  const gate = createGate();
  const running = new Map<string, number>();
  const occupy = (tenant: string) =>
    Array.from({ length: 40 }, () =>
      share.run(tenant as TenantId, async () => {
        running.set(tenant, (running.get(tenant) ?? 0) + 1);
        await gate.opened;
      }),
    );
  const tenants = ["first", "second", "third"];
  const occupied = tenants.flatMap(occupy);
  await expect(share.run(calm, async () => "done")).resolves.toBe("done");
  expect([...running.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(20);
  gate.open();
  await Promise.all(occupied);
  expect(tenants.map((tenant) => running.get(tenant))).toEqual([40, 40, 40]);
});

test("connections with a limit of their own count, and are never refused", async () => {
  const share = createTenantShare({ connections: 4, maxWaiting: 1 });
  const ends = Array.from({ length: 4 }, () => share.count(busy));
  const waiting = share.run(calm, async () => "done");
  await expect(share.run(calm, async () => "refused")).rejects.toMatchObject({
    refusal: { code: "overloaded" },
  });
  ends[0]?.();
  await expect(waiting).resolves.toBe("done");
});
