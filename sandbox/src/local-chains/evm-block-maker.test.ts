import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BlockMaker, createBlockMaker } from "./evm-block-maker.ts";

const noSpace = new Error("no space left on the device");
const longMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a failed block is retried, and the blocks due after it follow", async () => {
  const chain = failingChain({ failures: 2 });
  chain.maker.transactionCame();
  await vi.advanceTimersByTimeAsync(longMs);
  expect(chain.made).toEqual([1, 0, 0]);
  expect(chain.errors).toEqual([noSpace, noSpace]);
});

test("a chain that cannot write stops retrying, and the next transaction resumes the due blocks", async () => {
  const chain = failingChain({ failures: 5 });
  chain.maker.blocksAreDue(2);
  await vi.advanceTimersByTimeAsync(longMs);
  expect(chain.errors).toHaveLength(5);
  expect(chain.made).toEqual([]);
  chain.maker.transactionCame();
  await vi.advanceTimersByTimeAsync(longMs);
  expect(chain.made).toEqual([1, 0, 0]);
  expect(chain.errors).toHaveLength(5);
});

interface FailingChain {
  readonly maker: BlockMaker;
  /** Number of transactions per block. */
  readonly made: number[];
  readonly errors: unknown[];
}

function failingChain({ failures }: { readonly failures: number }): FailingChain {
  const made: number[] = [];
  const errors: unknown[] = [];
  const maker = createBlockMaker({
    blockTimeMs: 1,
    trailingBlocks: 2,
    makeBlock: async () => {
      if (errors.length < failures) throw noSpace;
      const transactionCount = made.length === 0 ? 1 : 0;
      made.push(transactionCount);
      maker.blockMade({ transactionCount, waitingCount: 0 });
    },
    onError: (error) => errors.push(error),
  });
  return { maker, made, errors };
}
