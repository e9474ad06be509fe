import { afterAll, beforeAll, expect, test } from "vitest";
import type { SolanaNode } from "../../../../sandbox/src/local-chains/solana-node.ts";
import { nodesOf, startLocalSolana } from "../../../test/local-solana.ts";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError } from "../node-pool.ts";
import { inCluster } from "./solana-chain.ts";

let localNode: SolanaNode;
let otherCluster: SolanaNode;
let genesisHash: string;

beforeAll(async () => {
  localNode = await startLocalSolana({ genesis: "ours" });
  otherCluster = await startLocalSolana({ genesis: "others" });
  genesisHash = String(await nodesOf([localNode.url]).call("getGenesisHash", []));
});

afterAll(async () => {
  await localNode.close();
  await otherCluster.close();
});

const latest = { method: "getLatestBlockhash", params: [{ commitment: "processed" }] };

test("calls fail over from a node of another cluster", async () => {
  const nodes = inCluster(nodesOf([otherCluster.url, localNode.url]), genesisHash);
  const expected = await nodesOf([localNode.url]).call(latest.method, latest.params);
  expect(await nodes.call(latest.method, latest.params)).toEqual(expected);
  expect(await nodes.callMany([latest, latest])).toEqual([expected, expected]);
  expect(await nodes.callMany([])).toEqual([]);
});

test("with nodes of another cluster alone, the chain is unavailable", async () => {
  const nodes = inCluster(nodesOf([otherCluster.url]), genesisHash);
  await expect(nodes.call(latest.method, latest.params)).rejects.toThrow(ChainUnavailableError);
  await expect(nodes.callMany([latest])).rejects.toThrow(ChainUnavailableError);
});

test("a node error is passed through", async () => {
  const nodes = inCluster(nodesOf([localNode.url]), genesisHash);
  await expect(nodes.call("getBlock", [1, { transactionDetails: "none" }])).rejects.toThrow(NodeError);
  const [expected] = await nodes.callMany([
    { method: "getBlock", params: [1, { transactionDetails: "none" }] },
  ]);
  expect(expected).toBeInstanceOf(NodeError);
});

test("`accept` sees only the results of its own calls", async () => {
  const nodes = inCluster(nodesOf([localNode.url]), genesisHash);
  const seen: unknown[] = [];
  const results = await nodes.callMany([latest], { accept: (received) => seen.push(...received) });
  expect(seen).toEqual(results);
});
