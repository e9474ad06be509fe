import { expect, test } from "vitest";
import type { StatusQuestion } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { statuses } from "./transaction-status.ts";

const senderQueue = { key: { role: "gas", index: 0 }, address: "gas", sequence: undefined } as const;
const question: StatusQuestion = { transactionId: "id", senderQueue, expiresAtHeight: 9_080n };

interface NodeState {
  /** Position of the finalized chain. */
  readonly slot?: number;
  readonly blockHeight: number;
  /** Slot up to which the node knows the chain. */
  readonly knows?: number;
  readonly status?: object;
  /** Slot of the oldest retained block, and its height if the node reports it. */
  readonly first?: number;
  readonly firstHeight?: number | null;
}

function nodesWith(state: NodeState, distrust: () => void): NodePool {
  const responses: Readonly<Record<string, unknown>> = {
    getEpochInfo: { absoluteSlot: state.slot ?? 10_000, blockHeight: state.blockHeight },
    getSignatureStatuses: { context: { slot: state.knows ?? 10_020 }, value: [state.status ?? null] },
    getFirstAvailableBlock: state.first ?? 0,
    getBlock:
      state.firstHeight === undefined
        ? new NodeError(-32001, "Block cleaned up", undefined)
        : { blockhash: "hash", blockHeight: state.firstHeight },
  };
  return {
    call: async (method) => {
      const response = responses[method];
      if (response instanceof NodeError) throw response;
      return response;
    },
    callMany: async (questions, options) => {
      const results = questions.map(({ method }) => responses[method]);
      options?.accept?.(results);
      return results;
    },
    distrust,
  };
}

const stateOf = async (state: NodeState, distrust = (): void => {}): Promise<string | undefined> =>
  (await statuses(nodesWith(state, distrust), "finalized", [question]))[0]?.state;

test("an absent transaction is expired once the finalized height has reached its expiry, and not before", async () => {
  expect(await stateOf({ blockHeight: 9_079 })).toBe("absent");
  expect(await stateOf({ blockHeight: 9_080 })).toBe("expired");
});

test("a lagging node cannot prove that a transaction expired", async () => {
  expect(await stateOf({ blockHeight: 9_080, knows: 9_999 })).toBe("absent");
});

test("a node that pruned part of a transaction's lifetime cannot prove that it expired", async () => {
  const late = { slot: 10_000_000, blockHeight: 9_000_000, knows: 10_000_050, first: 9_900_000 };
  expect(await stateOf({ ...late, firstHeight: 8_950_000 })).toBe("absent");
  expect(await stateOf({ ...late, firstHeight: 9_000 })).toBe("absent");
});

test("a node that has pruned is deprioritized; one that is behind or has the data is not", async () => {
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

test("a node without the height of its oldest block cannot prove it either", async () => {
  expect(await stateOf({ blockHeight: 9_080, first: 9_500 })).toBe("absent");
  expect(await stateOf({ blockHeight: 9_080, first: 9_500, firstHeight: null })).toBe("absent");
});

test("a node that retains a transaction's whole lifetime can prove it, though slots are ahead of heights", async () => {
  expect(await stateOf({ blockHeight: 9_080, first: 9_500, firstHeight: 8_500 })).toBe("expired");
  expect(await stateOf({ blockHeight: 9_080, first: 8_500 })).toBe("expired");
});

test("a transaction that is only processed is neither included nor expired", async () => {
  const status = { slot: 9_990, err: null, confirmationStatus: "processed" };
  expect(await stateOf({ blockHeight: 9_080, status })).toBe("absent");
});

test("a transaction included in time stays included, however late its status is read", async () => {
  const status = { slot: 9_990, err: null, confirmationStatus: "finalized" };
  expect(await stateOf({ slot: 90_000, blockHeight: 80_000, knows: 90_000, status })).toBe("included");
});
