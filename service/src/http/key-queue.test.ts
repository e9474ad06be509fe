import { expect, test } from "vitest";
import { createKeyQueue } from "./key-queue.ts";

test("callers with one key pass one at a time, in order of arrival", async () => {
  const queue = createKeyQueue();
  const log: string[] = [];
  const visit = async (name: string): Promise<void> => {
    const leave = await queue.enter("key", 5_000);
    log.push(`${name} in`);
    await Promise.resolve();
    log.push(`${name} out`);
    leave?.();
  };
  await Promise.all([visit("a"), visit("b"), visit("c")]);
  expect(log).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
});

test("other keys do not wait", async () => {
  const queue = createKeyQueue();
  await queue.enter("one", 5_000);
  expect(await queue.enter("two", 5_000)).toBeTypeOf("function");
});

test("who waits too long is told so, and those behind still get their turn", async () => {
  const queue = createKeyQueue();
  const leave = await queue.enter("key", 5_000);
  const impatient = queue.enter("key", 1);
  const patient = queue.enter("key", 5_000);
  expect(await impatient).toBeUndefined();
  leave?.();
  expect(await patient).toBeTypeOf("function");
});
