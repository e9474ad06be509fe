import { expect, test } from "vitest";
import { createKeyRing } from "../kernel/envelope.ts";
import { createKeyQueue, recordOf } from "./batch.ts";
import { serialize } from "./route.ts";
import type { Claim } from "./store.ts";

test("the first caller with a key runs alone, and the others run when it is done", async () => {
  const queue = createKeyQueue();
  const leave = await queue.enter("key", 5_000);
  const log: string[] = [];
  const others = ["b", "c"].map(async (name) => {
    const leaveToo = await queue.enter("key", 5_000);
    log.push(name);
    leaveToo?.();
  });
  await Promise.resolve();
  expect(log).toEqual([]);
  leave?.();
  await Promise.all(others);
  expect(log).toEqual(["b", "c"]);
});

test("other keys do not wait, and a finished key can be used again", async () => {
  const queue = createKeyQueue();
  const leave = await queue.enter("one", 5_000);
  expect(await queue.enter("two", 5_000)).toBeTypeOf("function");
  leave?.();
  await queue.enter("one", 5_000);
  expect(await queue.enter("one", 1)).toBeUndefined();
});

test("a caller that times out is notified, and those behind it still get their turn", async () => {
  const queue = createKeyQueue();
  const leave = await queue.enter("key", 5_000);
  const impatient = queue.enter("key", 1);
  const patient = queue.enter("key", 5_000);
  expect(await impatient).toBeUndefined();
  leave?.();
  expect(await patient).toBeTypeOf("function");
});

const bytes = Buffer.from([0x00, 0xff, 0x80, 0x0a]);

test("bytes with their own media type are sent unchanged", () => {
  const { body } = serialize({ status: 200, body: bytes, headers: { "content-type": "image/png" } });
  expect(body).toEqual(bytes);
});

test("text without its own media type is JSON", () => {
  expect(serialize({ status: 200, body: "plain" }).body).toBe('"plain"');
});

test("byte responses are not stored for replay, which would alter them", () => {
  const claim = { tenantId: "t", callerId: "c", key: "k" } as unknown as Claim;
  const response = serialize({ status: 200, body: bytes, headers: { "content-type": "image/png" } });
  expect(() => recordOf(createKeyRing(Buffer.alloc(32)), claim, response, false)).toThrow(/only text/);
});
