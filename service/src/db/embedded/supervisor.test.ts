import { expect, test, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { type InstanceLock, InstanceRefusedError } from "./instance-lock.ts";
import { type EmbeddedServerEvent, supervise } from "./supervisor.ts";

test("a failed restart is retried until it succeeds", async () => {
  const first = fakeLock();
  const second = fakeLock();
  const fault = new Error("not yet");
  const recover = vi
    .fn<() => Promise<InstanceLock>>()
    .mockRejectedValueOnce(fault)
    .mockResolvedValue(second.lock);
  const events: EmbeddedServerEvent[] = [];
  const supervisor = supervise(first.lock, recover, (event) => events.push(event));
  first.lose();
  await eventually(() =>
    expect(events).toEqual([
      { kind: "server_lost" },
      { kind: "restart_failed", error: fault },
      { kind: "server_back" },
    ]),
  );
  expect(await supervisor.rest()).toBe(second.lock);
});

test("a process that was replaced stops retrying and holds no lock", async () => {
  const first = fakeLock();
  const error = new InstanceRefusedError("in use");
  const recover = vi.fn<() => Promise<InstanceLock>>().mockRejectedValue(error);
  const events: EmbeddedServerEvent[] = [];
  const supervisor = supervise(first.lock, recover, (event) => events.push(event));
  first.lose();
  await eventually(() => expect(events).toEqual([{ kind: "server_lost" }, { kind: "replaced", error }]));
  expect(await supervisor.rest()).toBeUndefined();
  expect(recover).toHaveBeenCalledTimes(1);
});

test("a stopped supervisor restarts nothing", async () => {
  const first = fakeLock();
  const recover = vi.fn<() => Promise<InstanceLock>>();
  const events: EmbeddedServerEvent[] = [];
  const supervisor = supervise(first.lock, recover, (event) => events.push(event));
  expect(await supervisor.rest()).toBe(first.lock);
  first.lose();
  await first.lock.lost;
  expect(events).toEqual([]);
  expect(recover).not.toHaveBeenCalled();
});

function fakeLock(): { readonly lock: InstanceLock; readonly lose: () => void } {
  let lose = (): void => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  return { lock: { lost, release: async () => {} }, lose };
}
