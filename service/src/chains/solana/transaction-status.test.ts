import { expect, test } from "vitest";
import type { StatusQuestion } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { statuses } from "./transaction-status.ts";

const lane = { key: { duty: "gas", index: 0 }, address: "gas", sequence: undefined } as const;
const question: StatusQuestion = { transactionId: "id", lane, expiresAtHeight: 80n };

/** A node whose finalised chain stands at a slot and height, and another that knows the chain up to `knows`. */
function nodesWith(answer: {
  readonly slot: number;
  readonly blockHeight: number;
  readonly knows: number;
  readonly status?: object;
}): NodePool {
  const answers: Readonly<Record<string, unknown>> = {
    getEpochInfo: { absoluteSlot: answer.slot, blockHeight: answer.blockHeight },
    getSignatureStatuses: { context: { slot: answer.knows }, value: [answer.status ?? null] },
  };
  return { call: async (method) => answers[method], callMany: async () => [], distrust: () => {} };
}

const stateOf = async (answer: Parameters<typeof nodesWith>[0]): Promise<string | undefined> =>
  (await statuses(nodesWith(answer), "finalized", [question]))[0]?.state;

test("an absent transaction is expired once the finalised height has reached its end, and not before", async () => {
  expect(await stateOf({ slot: 100, blockHeight: 79, knows: 120 })).toBe("absent");
  expect(await stateOf({ slot: 100, blockHeight: 80, knows: 120 })).toBe("expired");
});

test("a node that is behind cannot say that a transaction never came", async () => {
  expect(await stateOf({ slot: 100, blockHeight: 80, knows: 99 })).toBe("absent");
});

test("what only its leader has seen is not included yet, and has not expired either", async () => {
  const status = { slot: 90, err: null, confirmationStatus: "processed" };
  expect(await stateOf({ slot: 100, blockHeight: 80, knows: 120, status })).toBe("absent");
});

test("a transaction that came in time is included, however late it is asked for", async () => {
  const status = { slot: 90, err: null, confirmationStatus: "finalized" };
  expect(await stateOf({ slot: 1000, blockHeight: 900, knows: 1000, status })).toBe("included");
});
