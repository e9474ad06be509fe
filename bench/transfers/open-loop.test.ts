import { expect, test } from "vitest";
import { sendAtRate } from "./open-loop.ts";

test("a request that waits for a connection is late from the time at which it was due", async () => {
  let release = (): void => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  const call = async (): Promise<number> => {
    calls += 1;
    if (calls === 1) await blocked;
    if (calls === 2) expect(first).toBe("released");
    return 1;
  };
  let first = "blocked";
  const sent = sendAtRate([call], 1_000, 3);
  first = "released";
  release();
  const { latenciesMs } = await sent;
  expect(latenciesMs).toHaveLength(3);
  expect(calls).toBe(3);
});

test("a failed request fails the measurement", async () => {
  const failing = async (): Promise<number> => {
    throw new Error("refused");
  };
  await expect(sendAtRate([failing], 1_000, 1)).rejects.toThrow("refused");
});
