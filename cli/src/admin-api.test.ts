import { expect, test } from "vitest";
import { unlessInterrupted } from "./admin-api.ts";
import { InterruptedError } from "./failure.ts";

test("^C interrupts the work and closes the resource", async () => {
  const stop = new AbortController();
  const opened = openable();
  const never = unlessInterrupted(stop.signal, opened, () => new Promise(() => {}));
  expect(opened.closings).toBe(0);
  stop.abort();
  await expect(never).rejects.toThrow(InterruptedError);
  expect(opened.closings).toBe(1);
});

test("the resource is closed once, whether the work succeeds or fails", async () => {
  const { signal } = new AbortController();
  const opened = openable();
  expect(await unlessInterrupted(signal, opened, async () => "done")).toBe("done");
  const failing = unlessInterrupted(signal, opened, () => Promise.reject(new Error("refused")));
  await expect(failing).rejects.toThrow("refused");
  expect(opened.closings).toBe(2);
});

function openable() {
  return {
    closings: 0,
    async close() {
      this.closings += 1;
    },
  };
}
