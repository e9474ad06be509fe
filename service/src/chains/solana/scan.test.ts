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

function nodesThatTell({ finalSlot = 10_000, hash, firstBlock = 0 }: Told) {
  let distrusted = 0;
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
  const nodes: NodePool = {
    call: async (method) => {
      const answer = answers[method];
      if (answer instanceof NodeError) throw answer;
      return answer;
    },
    callMany: async (questions) => questions.map(({ method }) => answers[method]),
    distrust: () => {
      distrusted += 1;
    },
  };
  return { nodes, distrusted: () => distrusted };
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
  const { nodes, distrusted } = nodesThatTell({ hash: "after", firstBlock: 5_000 });
  expect(await scanFrom(nodes)).toEqual({
    final: { height: 10_000n, hash: "final" },
    head: 10_020n,
    transfers: [],
  });
  expect(distrusted()).toBe(0);
});

test("a scan does not go over blocks that the node has forgotten", async () => {
  const { nodes, distrusted } = nodesThatTell({ firstBlock: 9_900 });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainUnavailableError);
  expect(distrusted()).toBe(1);
});

test("a scan takes no signatures from a node that has forgotten some, though another knew the block", async () => {
  const { nodes, distrusted } = nodesThatTell({ hash: "after", firstBlock: 5_001 });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainUnavailableError);
  expect(distrusted()).toBe(1);
});

test("a node with another block in the place is not believed", async () => {
  const { nodes, distrusted } = nodesThatTell({ hash: "another" });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainDisagreementError);
  expect(distrusted()).toBe(1);
});

test("a node that is behind knows nothing new, and is not blamed for it", async () => {
  const { nodes, distrusted } = nodesThatTell({ finalSlot: 4_999 });
  expect(await scanFrom(nodes)).toEqual({
    final: { height: 5_000n, hash: "after" },
    head: 5_000n,
    transfers: [],
  });
  expect(distrusted()).toBe(0);
});
