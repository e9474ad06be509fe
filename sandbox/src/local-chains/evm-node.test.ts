import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Hex, keccak256, type TransactionSerializableEIP1559 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../service/test/data-folder.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { type LocalEvm, startLocalEvm } from "../../../service/test/local-evm.ts";

const payer = privateKeyToAccount(`0x${"01".repeat(32)}`);
const payee = "0x2222222222222222222222222222222222222222";

test("a transaction is mined, confirmed by empty blocks, and then the chain is idle", async () => {
  await using chain = await startLocalEvm({ trailingBlocks: 3 });
  await chain.fund(payer.address);
  const id = await send(chain, { nonce: 0, value: 5n });
  await eventually(async () => expect(await head(chain)).toBe(4));
  expect(await chain.nodes.call("eth_getTransactionReceipt", [id])).toMatchObject({
    status: "0x1",
    blockNumber: "0x1",
  });
  expect(await finalHeight(chain)).toBe(1);
  expect(await chain.nodes.call("eth_getBalance", [payee, "finalized"])).toBe("0x5");
  expect(await chain.nodes.call("eth_getBalance", [payee, "0x0"])).toBe("0x0");
  await send(chain, { nonce: 1 });
  await eventually(async () => expect(await head(chain)).toBe(8));
});

test("a transaction behind a nonce gap waits without keeping the chain busy", async () => {
  await using chain = await startLocalEvm({ trailingBlocks: 1 });
  await chain.fund(payer.address);
  await send(chain, { nonce: 1 });
  await eventually(async () => expect(await head(chain)).toBe(1));
  expect(await count(chain, "pending")).toBe(0);
  await send(chain, { nonce: 0 });
  await eventually(async () => expect(await count(chain, "latest")).toBe(2));
});

test("mining can be paused; the mempool counts, replaces, and orders by nonce", async () => {
  await using chain = await startLocalEvm();
  await chain.setMining(false);
  await chain.fund(payer.address);
  const first = await send(chain, { nonce: 0, value: 1n });
  await send(chain, { nonce: 1, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n });
  expect(await count(chain, "pending")).toBe(2);
  expect(await count(chain, "latest")).toBe(0);
  await expect(send(chain, { nonce: 0, value: 2n })).rejects.toThrow(/^replacement transaction underpriced/);
  await expect(send(chain, { nonce: 0, value: 1n })).rejects.toThrow(/^already known/);
  const second = await send(chain, {
    nonce: 0,
    value: 3n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 9n,
  });
  expect(await head(chain)).toBe(0);
  await chain.mine();
  expect(await chain.nodes.call("eth_getTransactionReceipt", [first])).toBeNull();
  expect(await chain.nodes.call("eth_getTransactionReceipt", [second])).toMatchObject({ status: "0x1" });
  expect(await count(chain, "latest")).toBe(1);
  await expect(send(chain, { nonce: 0 })).rejects.toThrow(/^nonce too low/);
});

test("errors have the messages that adapters know from other nodes", async () => {
  await using chain = await startLocalEvm();
  await expect(send(chain, { nonce: 0 })).rejects.toThrow(/^insufficient funds for gas \* price \+ value/);
  await chain.fund(payer.address);
  await expect(send(chain, { nonce: 0, gas: 20_000n })).rejects.toThrow(/^intrinsic gas too low/);
  await expect(send(chain, { nonce: 0, chainId: 1 })).rejects.toThrow(/invalid chain id/);
  await expect(chain.nodes.call("eth_sendRawTransaction", ["junk"])).rejects.toMatchObject({ code: -32602 });
  await expect(chain.nodes.call("hardhat_impersonateAccount", [payee])).rejects.toMatchObject({
    code: -32601,
  });
  await expect(chain.nodes.call("eth_sendTransaction", [{}])).rejects.toMatchObject({ code: -32601 });
  await expect(chain.nodes.call("eth_nonsense", [])).rejects.toMatchObject({ code: -32601 });
  // PUSH0 PUSH0 REVERT, called as the creation of a contract.
  await expect(chain.nodes.call("eth_call", [{ data: "0x5f5ffd" }, "latest"])).rejects.toMatchObject({
    code: 3,
    message: "execution reverted",
    data: "0x",
  });
  expect(await chain.nodes.call("web3_clientVersion", [])).toBe("florin-local-evm/edr-0.12.1");
  expect(Number(await chain.nodes.call("eth_chainId", []))).toBe(chain.chainId);
});

test("a restart keeps balances, blocks, hashes, and pending transactions", async () => {
  await using folder = await makeDataFolder();
  const journalPath = join(folder.path, "ethereum.jsonl");
  const before = await startLocalEvm({ journalPath });
  await before.fund(payer.address);
  await send(before, { nonce: 0, value: 7n });
  await eventually(async () => expect(await head(before)).toBe(4));
  // Calls in between must not affect the chain.
  await before.nodes.call("eth_getBlockByNumber", ["pending", false]);
  await before.nodes.call("eth_estimateGas", [{ from: payer.address, to: payee }]);
  await before.fund(payee, 1000n);
  await send(before, { nonce: 1, value: 8n });
  await eventually(async () => expect(await head(before)).toBe(8));
  await before.setMining(false);
  const waiting = await send(before, { nonce: 2 });
  const blocks = await allBlocks(before);
  await before.close();

  const after = await startLocalEvm({ journalPath });
  expect((await allBlocks(after)).slice(0, blocks.length)).toEqual(blocks);
  await eventually(async () =>
    expect(await after.nodes.call("eth_getTransactionReceipt", [waiting])).toMatchObject({ status: "0x1" }),
  );
  expect(await after.nodes.call("eth_getBalance", [payee, "latest"])).toBe(
    `0x${(1000n + 8n + 1n).toString(16)}`,
  );
  await expect(after.reorganize(1)).rejects.toMatchObject({ code: -32601 });
  await after.close();
});

test("after a restart before finality, exactly the missing empty blocks are produced", async () => {
  await using folder = await makeDataFolder();
  const journalPath = join(folder.path, "ethereum.jsonl");
  const before = await startLocalEvm({ journalPath });
  await before.setMining(false);
  await before.fund(payer.address);
  await send(before, { nonce: 0 });
  await before.mine(2);
  await before.close();

  const after = await startLocalEvm({ journalPath });
  await eventually(async () => expect(await finalHeight(after)).toBe(1));
  expect(await head(after)).toBe(4);
  await after.close();

  // An idle chain produces none: the next transaction is in the next block.
  await using again = await startLocalEvm({ journalPath });
  await send(again, { nonce: 1 });
  await eventually(async () => expect(await finalHeight(again)).toBe(5));
  expect(await head(again)).toBe(8);
});

test("a chain continues from any point at which its process was killed", async () => {
  await using folder = await makeDataFolder();
  const whole = join(folder.path, "whole.jsonl");
  const before = await startLocalEvm({ journalPath: whole, trailingBlocks: 1 });
  await before.fund(payer.address);
  for (const nonce of [0, 1]) await send(before, { nonce });
  await eventually(async () => expect(await count(before, "latest")).toBe(2));
  const blocks = await allBlocks(before);
  await before.close();
  const journal = await readFile(whole);
  for (let length = 0; length <= journal.length; length += 37) {
    const journalPath = join(folder.path, `${length}.jsonl`);
    await writeFile(journalPath, journal.subarray(0, length));
    await using after = await startLocalEvm({ journalPath, blockTimeMs: 60_000 });
    const kept = await allBlocks(after);
    expect(kept).toEqual(blocks.slice(0, kept.length));
  }
});

test("a reorg changes hashes, and its transactions are pending again or dropped", async () => {
  await using chain = await startLocalEvm();
  await chain.setMining(false);
  await chain.fund(payer.address);
  await chain.mine();
  const id = await send(chain, { nonce: 0, value: 5n });
  await chain.mine(2);
  const first = await allBlocks(chain);

  await chain.reorganize(2, "kept");
  expect(await head(chain)).toBe(1);
  expect(await chain.nodes.call("eth_getTransactionReceipt", [id])).toBeNull();
  expect(await count(chain, "pending")).toBe(1);
  await chain.mine(2);
  const second = await allBlocks(chain);
  expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
  expect(second[2]).not.toEqual(first[2]);
  expect(second[3]).not.toEqual(first[3]);
  expect(await chain.nodes.call("eth_getTransactionReceipt", [id])).toMatchObject({ blockHash: second[2] });

  await chain.reorganize(2, "dropped");
  await chain.mine(3);
  expect(await chain.nodes.call("eth_getTransactionByHash", [id])).toBeNull();
  expect(await count(chain, "latest")).toBe(0);
  expect(await chain.nodes.call("eth_getBalance", [payee, "latest"])).toBe("0x0");
});

test("a snapshot can be reverted to", async () => {
  await using chain = await startLocalEvm();
  await chain.setMining(false);
  await chain.fund(payer.address);
  const snapshot = await chain.nodes.call("evm_snapshot", []);
  await send(chain, { nonce: 0, value: 5n });
  await chain.mine();
  const [, first] = await allBlocks(chain);
  expect(await chain.nodes.call("evm_revert", [snapshot])).toBe(true);
  expect(await head(chain)).toBe(0);
  await chain.mine();
  expect((await allBlocks(chain))[1]).not.toBe(first);
  expect(await count(chain, "latest")).toBe(0);
});

async function send(chain: LocalEvm, fields: Partial<TransactionSerializableEIP1559>): Promise<string> {
  const transaction: Hex = await payer.signTransaction({
    type: "eip1559",
    chainId: chain.chainId,
    to: payee,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1n,
    ...fields,
  });
  const id = await chain.nodes.call("eth_sendRawTransaction", [transaction]);
  expect(id).toBe(keccak256(transaction));
  return keccak256(transaction);
}

async function head(chain: LocalEvm): Promise<number> {
  return Number(await chain.nodes.call("eth_blockNumber", []));
}

async function count(chain: LocalEvm, block: string): Promise<number> {
  return Number(await chain.nodes.call("eth_getTransactionCount", [payer.address, block]));
}

async function finalHeight(chain: LocalEvm): Promise<number> {
  const block = await chain.nodes.call("eth_getBlockByNumber", ["finalized", false]);
  return Number((block as { readonly number: string }).number);
}

async function allBlocks(chain: LocalEvm): Promise<readonly string[]> {
  const heights = Array.from({ length: (await head(chain)) + 1 }, (_, height) => `0x${height.toString(16)}`);
  const blocks = await chain.nodes.callMany(
    heights.map((height) => ({ method: "eth_getBlockByNumber", params: [height, false] })),
  );
  return blocks.map((block) => (block as { readonly hash: string }).hash);
}
