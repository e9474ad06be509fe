import { afterAll, assert, beforeAll, describe, expect, test } from "vitest";
import { type EvmWorld, openEvmWorld } from "../../../test/chain-suite/evm-world.ts";
import { type Attempt, openStage, type Stage } from "../../../test/chain-suite/stage.ts";
import { eventually } from "../../../test/eventually.ts";
import { startFaultyNode } from "../../../test/faulty-node.ts";
import { systemClock } from "../../kernel/instant.ts";
import { type ChainOperation, ChainUnavailableError } from "../chain.ts";
import { createEvmChain } from "./evm-chain.ts";
import { gasLimits } from "./gas-limits.ts";
import { quantity, readObject, readQuantity } from "./node-answers.ts";
import { signTransaction } from "./sign-transaction.ts";

describe("transactions of an EVM chain", () => {
  let world: EvmWorld | undefined;
  let opened: Stage | undefined;

  beforeAll(async () => {
    world = await openEvmWorld();
    opened = await openStage(world);
  });
  afterAll(async () => {
    await world?.close();
  });

  const stageWith = (): { readonly world: EvmWorld; readonly stage: Stage } => {
    assert(world !== undefined && opened !== undefined);
    return { world, stage: opened };
  };

  test("two lanes with fifty each under way at once finish them all", async () => {
    const { world, stage } = stageWith();
    const [holder, other] = [await stage.holderWith(1_000n), await stage.world.newHolder()];
    const attempts: Attempt[] = [];
    for (let count = 0; count < 50; count += 1) {
      attempts.push(await stage.send(stage.transfer(holder, other, 1n)));
      attempts.push(await stage.send(stage.mint(other, 1n)));
    }
    await world.node.setMining(true);
    const questions = attempts.map(({ prepared, lane }) => ({ ...prepared, lane }));
    await eventually(async () => {
      const statuses = await stage.chain.statuses(questions);
      expect(statuses.filter((status) => status.state !== "included" || !status.isFinal)).toEqual([]);
      expect(statuses).toEqual(statuses.map((status) => ({ ...status, outcome: { ok: true } })));
    });
    await world.node.setMining(false);
    expect(await stage.balance(other.address)).toBe(100n);
    expect(await stage.balance(holder.address)).toBe(950n);
  });

  test("a better offer takes the place of what waits, and the same offer does not", async () => {
    const { world, stage } = stageWith();
    const mint = stage.mint(await stage.world.newHolder(), 5n);
    const first = await stage.send(mint);
    const cheap = await stage.chain.prepare({ ...mint, reference: stage.newReference() }, first.lane);
    expect((await stage.chain.broadcast(cheap.bytes)).answer).toBe("later");
    const better = await stage.chain.prepare(mint, first.lane, first.prepared.fee);
    expect(await stage.chain.broadcast(better.bytes)).toEqual({ answer: "accepted" });
    const second = { lane: first.lane, prepared: better };
    expect(await stage.settle(second)).toMatchObject({ state: "included", outcome: { ok: true } });
    await world.node.mine(5);
    expect(await stage.status(first)).toEqual({ state: "replaced" });
  });

  test("what is used of the gas of each kind leaves a third of its limit", async () => {
    const { world, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.world.newHolder()];
    const operations: readonly ChainOperation[] = [
      { ...stage.token, kind: "deploy", ...names, reference: stage.newReference(), authority: "platform" },
      stage.mint(to, 1n),
      stage.transfer(from, await stage.world.newHolder(), 1n),
      stage.burn(from, 9n),
      stage.freeze("freeze", to),
      stage.freeze("unfreeze", to),
    ];
    for (const operation of operations) {
      const { prepared } = await stage.perform(operation);
      const receipt = await world.node.nodes.call("eth_getTransactionReceipt", [prepared.transactionId]);
      const used = readQuantity(readObject(receipt, "a receipt")["gasUsed"]);
      expect(3n * used, `${operation.kind} uses ${used}`).toBeLessThan(2n * gasLimits[operation.kind]);
    }
  });

  test("a token of an outsider is minted by the outsider and moved for its holder", async () => {
    const { stage } = stageWith();
    const deploy: ChainOperation = {
      ...names,
      kind: "deploy",
      reference: stage.newReference(),
      issuer: { duty: "issuer", index: 900 },
      authority: "outsider",
    };
    const { prepared, lane } = await stage.perform(deploy);
    const { contract = "" } = prepared;
    expect(lane.key.duty).toBe("outsider");
    const [from, to] = [await stage.world.newHolder(), await stage.world.newHolder()];
    await stage.perform({
      ...stage.mint(from, 8n),
      kind: "mint",
      contract,
      authority: "outsider",
    } as ChainOperation);
    await stage.perform({ ...stage.transfer(from, to, 3n), contract } as ChainOperation);
    expect(await stage.chain.balances(contract, [from.address, to.address])).toEqual([5n, 3n]);
  });

  test("an address without a contract is no token", async () => {
    const { stage } = stageWith();
    const [holder, nobody] = [await stage.holderWith(1n), await stage.world.newHolder()];
    const transfer = { ...stage.transfer(holder, nobody, 1n), contract: nobody.address } as ChainOperation;
    expect(await stage.check(transfer)).toMatchObject({ ok: false, reason: "rejected" });
    await expect(stage.chain.supply(nobody.address)).rejects.toThrow(ChainUnavailableError);
  });

  test("what would go to the token itself is refused before it is signed", async () => {
    const { stage } = stageWith();
    const holder = await stage.holderWith(1n);
    const token = { ...holder, address: stage.token.contract };
    const refusal = { ok: false, reason: "rejected", detail: expect.stringContaining("the token itself") };
    expect(await stage.check(stage.mint(token, 1n))).toEqual(refusal);
    expect(await stage.check(stage.transfer(holder, token, 1n))).toEqual(refusal);
    expect(await stage.check(stage.transfer(holder, token, 2n))).toMatchObject({
      reason: "insufficient_tokens",
    });
  });

  test("a lane without money for fees is told to come later", async () => {
    const { world, stage } = stageWith();
    const attempt = await stage.prepare(stage.mint(await stage.world.newHolder(), 1n));
    await world.node.fund(attempt.lane.address, 0n);
    expect(await stage.chain.gasBalance(attempt.lane.address)).toBe(0n);
    expect((await stage.chain.broadcast(attempt.prepared.bytes)).answer).toBe("later");
    await world.node.fund(attempt.lane.address);
    expect(await stage.chain.broadcast(attempt.prepared.bytes)).toEqual({ answer: "accepted" });
    await stage.settle(attempt);
  });

  test("a node of another chain is not believed, and does not take our transactions", async () => {
    const { world, stage } = stageWith();
    const stranger = createEvmChain({
      key: { network: "testnet", chain: "base" },
      nodes: world.node.nodes,
      chainId: world.node.chainId + 1,
      signer: world.signer,
      finality: "finalized",
      now: () => systemClock.now(),
    });
    const attempt = await stage.prepare(stage.mint(await stage.world.newHolder(), 1n));
    const mint = stage.mint(await stage.world.newHolder(), 1n);
    const questions = [
      () => stranger.head(),
      () => stranger.statuses([{ ...attempt.prepared, lane: attempt.lane }]),
      () => stranger.scan({ after: undefined, contracts: [], holders: [] }),
      () => stranger.check([mint]),
      () => stranger.nextSequence(attempt.lane),
      () => stranger.prepareFiller(attempt.lane),
    ];
    const cause = { message: expect.stringContaining("and not of chain") };
    for (const ask of questions) await expect(ask()).rejects.toMatchObject({ cause });
    expect(await stranger.broadcast(attempt.prepared.bytes)).toEqual({ answer: "unknown" });
    const fee = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
    const terms = { chainId: world.node.chainId + 1, lane: attempt.lane, gas: 21_000n, fee };
    const call = { to: attempt.lane.address, data: "0x" } as const;
    const filler = await signTransaction(world.signer, call, terms);
    expect(await stage.chain.broadcast(filler.bytes)).toMatchObject({ answer: "rejected" });
  });

  test("beside a node of another chain the right one answers, and the other is left alone", async () => {
    const { world, stage } = stageWith();
    await using wrong = await startFaultyNode(world.nodeUrl);
    const ours = JSON.stringify(quantity(world.node.chainId));
    wrong.suffer({ rewrite: (answer) => answer.replaceAll(ours, JSON.stringify(quantity(1))) });
    const chain = world.chainThrough([wrong.url, world.nodeUrl]);
    for (let count = 0; count < 3; count += 1) {
      expect((await chain.head()).height).toBeGreaterThan(0n);
      expect(await chain.supply(stage.token.contract)).toBe(await stage.chain.supply(stage.token.contract));
    }
    expect(wrong.messages()).toBe(1);
  });

  test("the chain's own word for final is heard where it is configured", async () => {
    const { world, stage } = stageWith();
    const chain = createEvmChain({
      key: { network: "testnet", chain: "base" },
      nodes: world.node.nodes,
      chainId: world.node.chainId,
      signer: world.signer,
      finality: "finalized",
      now: () => systemClock.now(),
    });
    await stage.world.advance(1);
    const { height, finalHeight, node } = await chain.head();
    expect(height - finalHeight).toBe(3n);
    expect(node).toMatch(/edr/);
  });
});

const names = { name: "Suite Dollar", symbol: "SUSD" };
