import { expect, test } from "vitest";
import type { StatusQuestion } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { statuses } from "./transaction-status.ts";

const lane = { key: { duty: "gas", index: 0 }, address: "gas", sequence: undefined } as const;
const question: StatusQuestion = { transactionId: "id", lane, expiresAtHeight: 9_080n };

interface Told {
  /** Where the finalised chain stands. */
  readonly slot?: number;
  readonly blockHeight: number;
  /** Up to where the node that knows of statuses knows the chain. */
  readonly knows?: number;
  readonly status?: object;
  /** The slot of the oldest block that it remembers; and the height of that block, where the node can tell it. */
  readonly first?: number;
  readonly firstHeight?: number | null;
}

function nodesThatTell(told: Told, distrust: () => void): NodePool {
  const answers: Readonly<Record<string, unknown>> = {
    getEpochInfo: { absoluteSlot: told.slot ?? 10_000, blockHeight: told.blockHeight },
    getSignatureStatuses: { context: { slot: told.knows ?? 10_020 }, value: [told.status ?? null] },
    getFirstAvailableBlock: told.first ?? 0,
    getBlock:
      told.firstHeight === undefined
        ? new NodeError(-32001, "Block cleaned up", undefined)
        : { blockhash: "hash", blockHeight: told.firstHeight },
  };
  return {
    call: async (method) => {
      const answer = answers[method];
      if (answer instanceof NodeError) throw answer;
      return answer;
    },
    callMany: async (questions, options) => {
      const told = questions.map(({ method }) => answers[method]);
      options?.accept?.(told);
      return told;
    },
    distrust,
  };
}

const stateOf = async (told: Told, distrust = (): void => {}): Promise<string | undefined> =>
  (await statuses(nodesThatTell(told, distrust), "finalized", [question]))[0]?.state;

test("an absent transaction is expired once the finalised height has reached its end, and not before", async () => {
  expect(await stateOf({ blockHeight: 9_079 })).toBe("absent");
  expect(await stateOf({ blockHeight: 9_080 })).toBe("expired");
});

test("a node that is behind cannot say that a transaction never came", async () => {
  expect(await stateOf({ blockHeight: 9_080, knows: 9_999 })).toBe("absent");
});

test("a node whose memory begins within a transaction's life cannot say that it never came", async () => {
  const late = { slot: 10_000_000, blockHeight: 9_000_000, knows: 10_000_050, first: 9_900_000 };
  expect(await stateOf({ ...late, firstHeight: 8_950_000 })).toBe("absent");
  expect(await stateOf({ ...late, firstHeight: 9_000 })).toBe("absent");
});

test("after a node that has forgotten, others are asked; after one that is behind or knows, it stays", async () => {
  let times = 0;
  const count = (): void => {
    times += 1;
  };
  await stateOf({ blockHeight: 9_080 }, count);
  await stateOf({ blockHeight: 9_080, knows: 9_999, first: 9_500 }, count);
  expect(times).toBe(0);
  await stateOf({ blockHeight: 9_080, first: 9_500 }, count);
  expect(times).toBe(1);
});

test("a node that does not tell the height of its oldest block cannot say it either", async () => {
  expect(await stateOf({ blockHeight: 9_080, first: 9_500 })).toBe("absent");
  expect(await stateOf({ blockHeight: 9_080, first: 9_500, firstHeight: null })).toBe("absent");
});

test("a node that remembers a transaction's whole life can, though slots are ahead of heights", async () => {
  expect(await stateOf({ blockHeight: 9_080, first: 9_500, firstHeight: 8_500 })).toBe("expired");
  expect(await stateOf({ blockHeight: 9_080, first: 8_500 })).toBe("expired");
});

test("what only its leader has seen is not included yet, and has not expired either", async () => {
  const status = { slot: 9_990, err: null, confirmationStatus: "processed" };
  expect(await stateOf({ blockHeight: 9_080, status })).toBe("absent");
});

test("a transaction that came in time is included, however late it is asked for", async () => {
  const status = { slot: 9_990, err: null, confirmationStatus: "finalized" };
  expect(await stateOf({ slot: 90_000, blockHeight: 80_000, knows: 90_000, status })).toBe("included");
});
