import { expect, test } from "vitest";
import { ChainUnavailableError, type Position } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { quantity, readObject, readQuantity } from "./node-answers.ts";
import { scanTransfers } from "./scan-transfers.ts";

const terms = { chainId: 1, finality: { confirmations: 10 } };
const contracts = [`0x${"c0".repeat(20)}`];

test("what lies far behind is scanned in steps that each have an end", async () => {
  const node = fakeNode({ height: 5_000n });
  const heads: bigint[] = [];
  let after: Position = positionAt(0n);
  for (let step = 0; step < 4; step += 1) {
    const scan = await scanTransfers(node, terms, { after, contracts, holders: [] });
    heads.push(scan.head);
    after = scan.final;
  }
  expect(heads).toEqual([2_000n, 4_000n, 5_000n, 5_000n]);
  expect(after).toEqual(positionAt(4_990n));
  expect(node.asked).toEqual([
    { from: 1n, to: 2_000n },
    { from: 2_001n, to: 4_000n },
    { from: 4_001n, to: 5_000n },
    { from: 4_991n, to: 5_000n },
  ]);
});

test("a node that answers only for few blocks is asked for few", async () => {
  const node = fakeNode({ height: 1_000n, maxRange: 300n });
  const scan = await scanTransfers(node, terms, { after: positionAt(0n), contracts, holders: [] });
  expect(scan.head).toBe(250n);
  expect(scan.final).toEqual(positionAt(250n));
});

test("a node that answers for no block at all is unavailable", async () => {
  const node = fakeNode({ height: 1_000n, maxRange: 0n });
  const request = { after: positionAt(0n), contracts, holders: [] };
  await expect(scanTransfers(node, terms, request)).rejects.toThrow(ChainUnavailableError);
});

test("a node that is behind is not a node that lies, and others are asked first", async () => {
  const node = fakeNode({ height: 50n });
  const request = { after: positionAt(60n), contracts, holders: [] };
  await expect(scanTransfers(node, terms, request)).rejects.toThrow(ChainUnavailableError);
  expect(node.isDistrusted).toBe(true);
});

test("with nothing new, the position stays where it is", async () => {
  const node = fakeNode({ height: 60n });
  const request = { after: positionAt(60n), contracts, holders: [] };
  expect(await scanTransfers(node, terms, request)).toEqual({
    final: positionAt(60n),
    head: 60n,
    transfers: [],
  });
  expect(node.asked).toEqual([]);
});

interface FakeNode extends NodePool {
  readonly asked: { readonly from: bigint; readonly to: bigint }[];
  readonly isDistrusted: boolean;
}

/** A node with blocks and no transfers, that refuses to look through more blocks at once than it likes. */
function fakeNode({
  height,
  maxRange = height,
}: {
  readonly height: bigint;
  readonly maxRange?: bigint;
}): FakeNode {
  const asked: { from: bigint; to: bigint }[] = [];
  let isDistrusted = false;
  const call = async (method: string, params: unknown): Promise<unknown> => {
    const [first] = params as readonly unknown[];
    if (method === "eth_chainId") return quantity(terms.chainId);
    if (method === "eth_getBlockByNumber")
      return blockAt(first === "latest" ? height : readQuantity(first), height);
    const filter = readObject(first, "a filter");
    const [from, to] = [readQuantity(filter["fromBlock"]), readQuantity(filter["toBlock"])];
    if (to - from >= maxRange)
      throw new NodeError(-32_005, "query returned more than 10000 results", undefined);
    asked.push({ from, to });
    return [];
  };
  return {
    asked,
    get isDistrusted() {
      return isDistrusted;
    },
    call,
    callMany: (questions) => Promise.all(questions.map(({ method, params }) => call(method, params))),
    distrust: () => {
      isDistrusted = true;
    },
  };
}

function blockAt(wanted: bigint, height: bigint): unknown {
  if (wanted > height) return null;
  return { number: quantity(wanted), hash: positionAt(wanted).hash, timestamp: "0x1" };
}

function positionAt(height: bigint): Position {
  return { height, hash: `0x${height.toString(16).padStart(64, "0")}` };
}
