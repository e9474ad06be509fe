import { afterAll, assert, beforeAll, describe, expect, test } from "vitest";
import { type EvmEnvironment, openEvmEnvironment } from "../../../test/chain-suite/evm-environment.ts";
import { openStage, type Stage, type Submission } from "../../../test/chain-suite/stage.ts";
import { eventually } from "../../../test/eventually.ts";
import { startFaultyNode } from "../../../test/faulty-node.ts";
import { systemClock } from "../../kernel/instant.ts";
import { type ChainOperation, ChainUnavailableError } from "../chain.ts";
import { createEvmChain, gasLimits, signTransaction } from "./evm-chain.ts";
import { quantity, readObject, readQuantity } from "./node-responses.ts";

describe("transactions of an EVM chain", () => {
  let env: EvmEnvironment | undefined;
  let opened: Stage | undefined;

  beforeAll(async () => {
    env = await openEvmEnvironment();
    opened = await openStage(env);
  });
  afterAll(async () => {
    await env?.close();
  });

  const stageWith = (): { readonly testEnv: EvmEnvironment; readonly stage: Stage } => {
    assert(env !== undefined && opened !== undefined);
    return { testEnv: env, stage: opened };
  };

  test("two sender queues with fifty in-flight transactions each finish all of them", async () => {
    const { testEnv: env, stage } = stageWith();
    const [holder, other] = [await stage.holderWith(1_000n), await stage.env.newHolder()];
    const submissions: Submission[] = [];
    for (let count = 0; count < 50; count += 1) {
      submissions.push(await stage.send(stage.transfer(holder, other, 1n)));
      submissions.push(await stage.send(stage.mint(other, 1n)));
    }
    await env.node.setMining(true);
    const questions = submissions.map(({ prepared, senderQueue }) => ({ ...prepared, senderQueue }));
    await eventually(async () => {
      const statuses = await stage.chain.statuses(questions);
      expect(statuses.filter((status) => status.state !== "included" || !status.isFinal)).toEqual([]);
      expect(statuses).toEqual(statuses.map((status) => ({ ...status, outcome: { ok: true } })));
    });
    await env.node.setMining(false);
    expect(await stage.balance(other.address)).toBe(100n);
    expect(await stage.balance(holder.address)).toBe(950n);
  });

  test("a higher fee replaces a pending transaction, and the same fee does not", async () => {
    const { testEnv: env, stage } = stageWith();
    const mint = stage.mint(await stage.env.newHolder(), 5n);
    const first = await stage.send(mint);
    const cheap = await stage.chain.prepare({ ...mint, reference: stage.newReference() }, first.senderQueue);
    expect((await stage.chain.broadcast(cheap.bytes)).response).toBe("later");
    const better = await stage.chain.prepare(mint, first.senderQueue, first.prepared.fee);
    expect(await stage.chain.broadcast(better.bytes)).toEqual({ response: "accepted" });
    const second = { senderQueue: first.senderQueue, prepared: better };
    expect(await stage.settle(second)).toMatchObject({ state: "included", outcome: { ok: true } });
    await env.node.mine(5);
    expect(await stage.status(first)).toEqual({ state: "replaced" });
  });

  test("each operation kind uses at most two thirds of its gas limit", async () => {
    const { testEnv: env, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.env.newHolder()];
    const operations: readonly ChainOperation[] = [
      { ...stage.token, kind: "deploy", ...names, reference: stage.newReference(), authority: "platform" },
      stage.mint(to, 1n),
      stage.transfer(from, await stage.env.newHolder(), 1n),
      stage.burn(from, 9n),
      stage.freeze("freeze", to),
      stage.freeze("unfreeze", to),
    ];
    for (const operation of operations) {
      const { prepared } = await stage.perform(operation);
      const receipt = await env.node.nodes.call("eth_getTransactionReceipt", [prepared.transactionId]);
      const used = readQuantity(readObject(receipt, "a receipt")["gasUsed"]);
      expect(3n * used, `${operation.kind} uses ${used}`).toBeLessThan(2n * gasLimits[operation.kind]);
    }
  });

  test("a third-party token is minted by its external issuer and transferred for its holder", async () => {
    const { stage } = stageWith();
    const deploy: ChainOperation = {
      ...names,
      kind: "deploy",
      reference: stage.newReference(),
      issuer: { role: "issuer", index: 900 },
      authority: "external_issuer",
    };
    const { prepared, senderQueue } = await stage.perform(deploy);
    const { contract = "" } = prepared;
    expect(senderQueue.key.role).toBe("external_issuer");
    const [from, to] = [await stage.env.newHolder(), await stage.env.newHolder()];
    await stage.perform({
      ...stage.mint(from, 8n),
      kind: "mint",
      contract,
      authority: "external_issuer",
    } as ChainOperation);
    await stage.perform({ ...stage.transfer(from, to, 3n), contract } as ChainOperation);
    expect(await stage.chain.balances(contract, [from.address, to.address])).toEqual([5n, 3n]);
  });

  test("an address without a contract is not a token", async () => {
    const { stage } = stageWith();
    const [holder, emptyAddress] = [await stage.holderWith(1n), await stage.env.newHolder()];
    const transfer = {
      ...stage.transfer(holder, emptyAddress, 1n),
      contract: emptyAddress.address,
    } as ChainOperation;
    expect(await stage.check(transfer)).toMatchObject({ ok: false, reason: "rejected" });
    await expect(stage.chain.supply(emptyAddress.address)).rejects.toThrow(ChainUnavailableError);
  });

  test("a transfer to the token contract is rejected before it is signed", async () => {
    const { stage } = stageWith();
    const holder = await stage.holderWith(1n);
    const token = { ...holder, address: stage.token.contract };
    const refusal = { ok: false, reason: "rejected", detail: expect.stringContaining("the token contract") };
    expect(await stage.check(stage.mint(token, 1n))).toEqual(refusal);
    expect(await stage.check(stage.transfer(holder, token, 1n))).toEqual(refusal);
    expect(await stage.check(stage.transfer(holder, token, 2n))).toMatchObject({
      reason: "insufficient_tokens",
    });
  });

  test("a broadcast without balance for fees returns later", async () => {
    const { testEnv: env, stage } = stageWith();
    const submission = await stage.prepare(stage.mint(await stage.env.newHolder(), 1n));
    await env.node.fund(submission.senderQueue.address, 0n);
    expect(await stage.chain.gasBalance(submission.senderQueue.address)).toBe(0n);
    expect((await stage.chain.broadcast(submission.prepared.bytes)).response).toBe("later");
    await env.node.fund(submission.senderQueue.address);
    expect(await stage.chain.broadcast(submission.prepared.bytes)).toEqual({ response: "accepted" });
    await stage.settle(submission);
  });

  test("a node on another chain is not trusted, and does not accept Florin's transactions", async () => {
    const { testEnv: env, stage } = stageWith();
    const otherChain = createEvmChain({
      key: { network: "testnet", chain: "base" },
      nodes: env.node.nodes,
      chainId: env.node.chainId + 1,
      signer: env.signer,
      finality: "finalized",
      now: () => systemClock.now(),
    });
    const submission = await stage.prepare(stage.mint(await stage.env.newHolder(), 1n));
    const mint = stage.mint(await stage.env.newHolder(), 1n);
    const questions = [
      () => otherChain.head(),
      () => otherChain.statuses([{ ...submission.prepared, senderQueue: submission.senderQueue }]),
      () => otherChain.scan({ after: undefined, contracts: [], holders: [] }),
      () => otherChain.check([mint]),
      () => otherChain.nextSequence(submission.senderQueue),
      () => otherChain.prepareCancelTransaction(submission.senderQueue),
    ];
    const cause = { message: expect.stringContaining("expected chain") };
    for (const ask of questions) await expect(ask()).rejects.toMatchObject({ cause });
    expect(await otherChain.broadcast(submission.prepared.bytes)).toEqual({ response: "unknown" });
    const fee = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
    const terms = { chainId: env.node.chainId + 1, senderQueue: submission.senderQueue, gas: 21_000n, fee };
    const call = { to: submission.senderQueue.address, data: "0x" } as const;
    const foreignTransaction = await signTransaction(env.signer, call, terms);
    expect(await stage.chain.broadcast(foreignTransaction.bytes)).toMatchObject({ response: "rejected" });
  });

  test("calls fail over from a node on another chain, which is then skipped", async () => {
    const { testEnv: env, stage } = stageWith();
    await using wrong = await startFaultyNode(env.nodeUrl);
    const ownChainId = JSON.stringify(quantity(env.node.chainId));
    wrong.suffer({ rewrite: (response) => response.replaceAll(ownChainId, JSON.stringify(quantity(1))) });
    const chain = env.chainThrough([wrong.url, env.nodeUrl]);
    for (let count = 0; count < 3; count += 1) {
      expect((await chain.head()).height).toBeGreaterThan(0n);
      expect(await chain.supply(stage.token.contract)).toBe(await stage.chain.supply(stage.token.contract));
    }
    expect(wrong.messages()).toBe(1);
  });

  test("the chain's finalized block is used where configured", async () => {
    const { testEnv: env, stage } = stageWith();
    const chain = createEvmChain({
      key: { network: "testnet", chain: "base" },
      nodes: env.node.nodes,
      chainId: env.node.chainId,
      signer: env.signer,
      finality: "finalized",
      now: () => systemClock.now(),
    });
    await stage.env.advance(1);
    const { height, finalHeight, node } = await chain.head();
    expect(height - finalHeight).toBe(3n);
    expect(node).toMatch(/edr/);
  });
});

const names = { name: "Suite Dollar", symbol: "SUSD" };
