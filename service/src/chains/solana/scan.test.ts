import { expect, test } from "vitest";
import { ChainDisagreementError, ChainUnavailableError, type Scan } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { scan } from "./scan.ts";
import { createTokenAccounts } from "./token-accounts.ts";

const address = "So11111111111111111111111111111111111111112";

interface Told {
  readonly finalSlot?: number;
  /** The hash of the block that the scan comes from; undefined when the node has no such block. */
  readonly hash?: string;
  readonly firstBlock?: number;
}

/** One node, which is passed over when its answer is not accepted. */
function nodesThatTell({ finalSlot = 10_000, hash, firstBlock = 0 }: Told): NodePool {
  const account = { owner: address, lamports: 1, data: ["", "base64"] };
  const answers: Readonly<Record<string, unknown>> = {
    getLatestBlockhash: {
      context: { slot: finalSlot },
      value: { blockhash: "final", lastValidBlockHeight: 1 },
    },
    getEpochInfo: { absoluteSlot: 10_020, blockHeight: 9_000 },
    getBlock: hash === undefined ? new NodeError(-32001, "Block cleaned up", undefined) : { blockhash: hash },
    getMultipleAccounts: { value: [account] },
    getSignaturesForAddress: [],
    getFirstAvailableBlock: firstBlock,
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
    distrust: () => {},
  };
}

function scanFrom(nodes: NodePool): Promise<Scan> {
  const deps = {
    nodes,
    tokens: createTokenAccounts(nodes),
    finality: "finalized",
    maxTransactions: 5,
  } as const;
  const after = { height: 5_000n, hash: "after" };
  return scan(deps, { after, contracts: [address], holders: [address] });
}

test("a scan goes on from a block that the node remembers", async () => {
  const nodes = nodesThatTell({ hash: "after", firstBlock: 5_000 });
  expect(await scanFrom(nodes)).toEqual({
    final: { height: 10_000n, hash: "final" },
    head: 10_020n,
    transfers: [],
  });
});

test("a scan does not go over blocks that the node has forgotten", async () => {
  const nodes = nodesThatTell({ firstBlock: 9_900 });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainUnavailableError);
});

test("a scan takes no signatures from a node that has forgotten some, though another knew the block", async () => {
  const nodes = nodesThatTell({ hash: "after", firstBlock: 5_001 });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainUnavailableError);
});

test("a node with another block in the place is not believed", async () => {
  const nodes = nodesThatTell({ hash: "another" });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainDisagreementError);
});

test("a node that is behind knows nothing new, and is not blamed for it", async () => {
  const nodes = nodesThatTell({ finalSlot: 4_999 });
  expect(await scanFrom(nodes)).toEqual({
    final: { height: 5_000n, hash: "after" },
    head: 5_000n,
    transfers: [],
  });
});
