import { expect, test, vi } from "vitest";
import { type InstanceLock, InstanceRefusedError } from "./instance-lock.ts";
import { type EmbeddedServerEvent, supervise } from "./supervisor.ts";

test("a restart that fails is tried again until it succeeds", async () => {
  const first = fakeLock();
  const second = fakeLock();
  const fault = new Error("not yet");
  const restore = vi
    .fn<() => Promise<InstanceLock>>()
    .mockRejectedValueOnce(fault)
    .mockResolvedValue(second.lock);
  const events: EmbeddedServerEvent[] = [];
  const supervisor = supervise(first.lock, restore, (event) => events.push(event));
  first.lose();
  await vi.waitFor(() =>
    expect(events).toEqual([
      { kind: "server_lost" },
      { kind: "restart_failed", error: fault },
      { kind: "server_back" },
    ]),
  );
  expect(await supervisor.rest()).toBe(second.lock);
});

test("a process that was replaced tries no more and holds no lock", async () => {
  const first = fakeLock();
  const error = new InstanceRefusedError("in use");
  const restore = vi.fn<() => Promise<InstanceLock>>().mockRejectedValue(error);
  const events: EmbeddedServerEvent[] = [];
  const supervisor = supervise(first.lock, restore, (event) => events.push(event));
  first.lose();
  await vi.waitFor(() => expect(events).toEqual([{ kind: "server_lost" }, { kind: "replaced", error }]));
  expect(await supervisor.rest()).toBeUndefined();
  expect(restore).toHaveBeenCalledTimes(1);
});

test("a supervisor at rest restarts nothing", async () => {
  const first = fakeLock();
  const restore = vi.fn<() => Promise<InstanceLock>>();
  const events: EmbeddedServerEvent[] = [];
  const supervisor = supervise(first.lock, restore, (event) => events.push(event));
  expect(await supervisor.rest()).toBe(first.lock);
  first.lose();
  await first.lock.lost;
  expect(events).toEqual([]);
  expect(restore).not.toHaveBeenCalled();
});

function fakeLock(): { readonly lock: InstanceLock; readonly lose: () => void } {
  let lose = (): void => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  return { lock: { lost, release: async () => {} }, lose };
}
