import { expect, test } from "vitest";
import { ChainDisagreementError, ChainUnavailableError, type Scan } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { readSent, scan } from "./scan.ts";
import { createTokenAccounts } from "./token-accounts.ts";

const address = "So11111111111111111111111111111111111111112";

interface NodeState {
  readonly finalSlot?: number;
  /** The hash of the block at the scan position; undefined if the node has no such block. */
  readonly hash?: string;
  readonly firstBlock?: number;
  readonly signatures?: readonly object[];
}

/** A single node, which is skipped when its result is not accepted. */
function nodesWith({ finalSlot = 10_000, hash, firstBlock = 0, signatures = [] }: NodeState): NodePool {
  const account = { owner: address, lamports: 1, data: ["", "base64"] };
  const responses: Readonly<Record<string, unknown>> = {
    getLatestBlockhash: {
      context: { slot: finalSlot },
      value: { blockhash: "final", lastValidBlockHeight: 1 },
    },
    getEpochInfo: { absoluteSlot: 10_020, blockHeight: 9_000 },
    getBlock: hash === undefined ? new NodeError(-32001, "Block cleaned up", undefined) : { blockhash: hash },
    getMultipleAccounts: { value: [account] },
    getSignaturesForAddress: signatures,
    getTransaction: null,
    getFirstAvailableBlock: firstBlock,
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

test("a scan continues from a block that the node retains", async () => {
  const nodes = nodesWith({ hash: "after", firstBlock: 5_000 });
  expect(await scanFrom(nodes)).toEqual({
    final: { height: 10_000n, hash: "final" },
    head: 10_020n,
    transfers: [],
  });
});

test("a scan does not advance over pruned blocks", async () => {
  const nodes = nodesWith({ firstBlock: 9_900 });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainUnavailableError);
});

test("a scan uses no signatures from a node that pruned some, even if another node has the block", async () => {
  const nodes = nodesWith({ hash: "after", firstBlock: 5_001 });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainUnavailableError);
});

test("a node with another block at the scan position is not trusted", async () => {
  const nodes = nodesWith({ hash: "another" });
  await expect(scanFrom(nodes)).rejects.toThrow(ChainDisagreementError);
});

test("a lagging node leaves the scan unchanged", async () => {
  const nodes = nodesWith({ finalSlot: 4_999 });
  expect(await scanFrom(nodes)).toEqual({
    final: { height: 5_000n, hash: "after" },
    head: 5_000n,
    transfers: [],
  });
});

test("a transaction that a node reports and does not have may be ours: it is not skipped", async () => {
  const signatures = [{ signature: "sent", slot: 6_000, err: null }];
  const nodes = nodesWith({ hash: "after", firstBlock: 5_000, signatures });
  const senders = [{ key: { role: "gas", index: 0 }, address }] as const;
  const read = async () => {
    for await (const ids of readSent(nodes, senders, 5_000n)) expect(ids).toEqual([]);
  };
  await expect(read()).rejects.toThrow(ChainUnavailableError);
});
