import fc from "fast-check";
import { expect, test } from "vitest";
import type { TenantId } from "../kernel/id.ts";
import { createTenantShare } from "./tenant-share.ts";

const busy = "busy" as TenantId;
const calm = "calm" as TenantId;

test("a tenant never has more in flight than its share, and all its requests run in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 40 }),
      async (maxRunning, fails) => {
        const share = createTenantShare({ maxRunning, maxWaiting: 100 });
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
        expect(most).toBeLessThanOrEqual(maxRunning);
        expect(begun).toEqual(fails.map((_, index) => index));
        expect(outcomes.map(({ status }) => status === "rejected")).toEqual(fails);
      },
    ),
  );
});

test("a tenant that fills its share does not block others, and is refused when its queue is full", async () => {
  const share = createTenantShare({ maxRunning: 2, maxWaiting: 1 });
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
