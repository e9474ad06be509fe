import { afterAll, beforeAll, expect, test } from "vitest";
import { nodesOf, startLocalSolana } from "../../../test/local-solana.ts";
import type { SolanaNode } from "../../sandbox/local-chains/solana-node.ts";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError } from "../node-pool.ts";
import { inCluster } from "./in-cluster.ts";

let ours: SolanaNode;
let others: SolanaNode;
let genesisHash: string;

beforeAll(async () => {
  ours = await startLocalSolana({ genesis: "ours" });
  others = await startLocalSolana({ genesis: "others" });
  genesisHash = String(await nodesOf([ours.url]).call("getGenesisHash", []));
});

afterAll(async () => {
  await ours.close();
  await others.close();
});

const latest = { method: "getLatestBlockhash", params: [{ commitment: "processed" }] };

test("a node of another cluster is passed over, and one of ours is asked", async () => {
  const nodes = inCluster(nodesOf([others.url, ours.url]), genesisHash);
  const answer = await nodesOf([ours.url]).call(latest.method, latest.params);
  expect(await nodes.call(latest.method, latest.params)).toEqual(answer);
  expect(await nodes.callMany([latest, latest])).toEqual([answer, answer]);
  expect(await nodes.callMany([])).toEqual([]);
});

test("with nodes of another cluster alone, the chain is unavailable", async () => {
  const nodes = inCluster(nodesOf([others.url]), genesisHash);
  await expect(nodes.call(latest.method, latest.params)).rejects.toThrow(ChainUnavailableError);
  await expect(nodes.callMany([latest])).rejects.toThrow(ChainUnavailableError);
});

test("a no of a node of ours is its no", async () => {
  const nodes = inCluster(nodesOf([ours.url]), genesisHash);
  await expect(nodes.call("getBlock", [1, { transactionDetails: "none" }])).rejects.toThrow(NodeError);
  const [answer] = await nodes.callMany([
    { method: "getBlock", params: [1, { transactionDetails: "none" }] },
  ]);
  expect(answer).toBeInstanceOf(NodeError);
});

test("what a question wants of its answers is asked of them alone", async () => {
  const nodes = inCluster(nodesOf([ours.url]), genesisHash);
  const seen: unknown[] = [];
  const answers = await nodes.callMany([latest], { accept: (told) => seen.push(...told) });
  expect(seen).toEqual(answers);
});
