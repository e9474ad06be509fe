import { expect, test } from "vitest";
import { ChainDisagreementError, ChainUnavailableError, type Position, type Scan } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { quantity, readObject, readQuantity } from "./node-responses.ts";
import { createBlockRange, type ScanDeps, scanTransfers } from "./scan-transfers.ts";

const terms = { finality: { confirmations: 10 } };
const contracts = [`0x${"c0".repeat(20)}`];

test("a scan that is far behind progresses in bounded steps", async () => {
  const node = fakeNode({ height: 5_000n });
  const heads: bigint[] = [];
  let after: Position = positionAt(0n);
  for (let step = 0; step < 4; step += 1) {
    const scan = await scanTransfers(depsOf(node), { after, contracts, holders: [] });
    heads.push(scan.head);
    after = scan.final;
  }
  expect(heads).toEqual([2_000n, 4_000n, 5_000n, 5_000n]);
  expect(after).toEqual(positionAt(4_990n));
  expect(node.served).toEqual([
    { from: 1n, to: 2_000n },
    { from: 2_001n, to: 4_000n },
    { from: 4_001n, to: 5_000n },
    { from: 4_991n, to: 5_000n },
  ]);
});

test("the range shrinks to what a node accepts", async () => {
  const node = fakeNode({ height: 1_000n, maxRange: 300n });
  const scan = await scanTransfers(depsOf(node), { after: positionAt(0n), contracts, holders: [] });
  expect(scan.head).toBe(250n);
  expect(scan.final).toEqual(positionAt(250n));
});

test("a node that rejects every range is unavailable", async () => {
  const node = fakeNode({ height: 1_000n, maxRange: 0n });
  const request = { after: positionAt(0n), contracts, holders: [] };
  await expect(scanTransfers(depsOf(node), request)).rejects.toThrow(ChainUnavailableError);
});

test("a rejected range is not retried at once, and grows again later", async () => {
  const node = fakeNode({ height: 100_000n, maxRange: 300n });
  const clock = { now: 0 };
  const deps = depsOf(node, () => clock.now);
  const scan = (height: bigint): Promise<Scan> =>
    scanTransfers(deps, { after: positionAt(height), contracts, holders: [] });
  expect((await scan(0n)).head).toBe(250n);
  const refused = node.refused.length;
  expect((await scan(250n)).head).toBe(500n);
  expect(node.refused).toHaveLength(refused);
  clock.now += 5 * 60_000;
  expect((await scan(500n)).head).toBe(750n);
  expect(node.refused.length).toBe(refused + 1);
});

test("after a timeout the next scan requests a smaller range, down to one block", async () => {
  const node = fakeNode({ height: 5_000n, maxRange: 1n, refusal: new ChainUnavailableError("no response") });
  const deps = depsOf(node);
  const request = { after: positionAt(0n), contracts, holders: [] };
  for (let count = 1; count <= 10; count += 1) {
    await expect(scanTransfers(deps, request)).rejects.toThrow(ChainUnavailableError);
    expect(node.refused).toHaveLength(count);
  }
  expect(await scanTransfers(deps, request)).toMatchObject({ head: 1n, final: positionAt(1n) });
});

test("a timeout on a few new blocks hardly changes the range", async () => {
  const node = fakeNode({ height: 1_000n, maxRange: 0n, refusal: new ChainUnavailableError("no response") });
  const deps = depsOf(node);
  const request = { after: positionAt(997n), contracts, holders: [] };
  await expect(scanTransfers(deps, request)).rejects.toThrow(ChainUnavailableError);
  expect(deps.range.blocks()).toBe(1_000n);
});

test("a rejected single block resets the range, because the range is not the cause", async () => {
  const node = fakeNode({ height: 1_000n, maxRange: 0n });
  const deps = depsOf(node);
  const request = { after: positionAt(0n), contracts, holders: [] };
  await expect(scanTransfers(deps, request)).rejects.toThrow(ChainUnavailableError);
  expect(deps.range.blocks()).toBe(2_000n);
});

test("a node without the blocks of its range is not trusted to have found nothing", async () => {
  const node = fakeNode({ height: 1_000n, missingFrom: 500n });
  const request = { after: positionAt(0n), contracts, holders: [] };
  await expect(scanTransfers(depsOf(node), request)).rejects.toThrow(ChainUnavailableError);
});

test("a node with another history is not trusted", async () => {
  const node = fakeNode({ height: 1_000n });
  const request = { after: { ...positionAt(7n), hash: positionAt(8n).hash }, contracts, holders: [] };
  await expect(scanTransfers(depsOf(node), request)).rejects.toThrow(ChainDisagreementError);
});

test("a lagging node is unavailable, not a disagreement", async () => {
  const node = fakeNode({ height: 50n });
  const request = { after: positionAt(60n), contracts, holders: [] };
  await expect(scanTransfers(depsOf(node), request)).rejects.toThrow(ChainUnavailableError);
});

test("without new blocks the scan position stays", async () => {
  const node = fakeNode({ height: 60n });
  const request = { after: positionAt(60n), contracts, holders: [] };
  expect(await scanTransfers(depsOf(node), request)).toEqual({
    final: positionAt(60n),
    head: 60n,
    transfers: [],
  });
  expect(node.served).toEqual([]);
});

interface FakeNode extends NodePool {
  readonly served: Range[];
  readonly refused: Range[];
}

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

function depsOf(nodes: NodePool, now: () => number = () => 0): ScanDeps {
  return { nodes, terms, range: createBlockRange(now) };
}

/** A node with blocks and no transfers, that rejects ranges above its limit. */
function fakeNode({
  height,
  maxRange = height,
  missingFrom = height + 1n,
  refusal = new NodeError(-32_005, "query returned more than 10000 results", undefined),
}: {
  readonly height: bigint;
  readonly maxRange?: bigint;
  readonly missingFrom?: bigint;
  readonly refusal?: Error;
}): FakeNode {
  const [served, refused]: [Range[], Range[]] = [[], []];
  const respond = (method: string, params: unknown): unknown => {
    const [first] = params as readonly unknown[];
    if (method === "eth_getBlockByNumber")
      return first === "latest" ? blockAt(height) : blockBelow(readQuantity(first), missingFrom);
    const filter = readObject(first, "a filter");
    const range = { from: readQuantity(filter["fromBlock"]), to: readQuantity(filter["toBlock"]) };
    if (range.to - range.from >= maxRange) {
      refused.push(range);
      if (refusal instanceof NodeError) return refusal;
      throw refusal;
    }
    served.push(range);
    return [];
  };
  return {
    served,
    refused,
    call: async (method, params) => respond(method, params),
    callMany: async (questions, options) => {
      const results = questions.map(({ method, params }) => respond(method, params));
      options?.accept?.(results);
      return results;
    },
    distrust: () => {},
  };
}

function blockBelow(height: bigint, limit: bigint): unknown {
  return height < limit ? blockAt(height) : null;
}

function blockAt(height: bigint): unknown {
  return { number: quantity(height), hash: positionAt(height).hash, timestamp: "0x1" };
}

function positionAt(height: bigint): Position {
  return { height, hash: `0x${height.toString(16).padStart(64, "0")}` };
}
