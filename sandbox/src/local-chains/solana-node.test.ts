import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBase64Decoder, getBase64Encoder, type KeyPairSigner } from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NodeError, type NodePool } from "../../../service/src/chains/node-pool.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { fund, keyPairOf, nodesOf, signedBy, startLocalSolana } from "../../../service/test/local-solana.ts";
import type { SolanaNode } from "./solana-node.ts";

const sol = 1_000_000_000;
let node: SolanaNode;
let nodes: NodePool;
let alice: KeyPairSigner;
let bob: KeyPairSigner;

async function openNode(options: Parameters<typeof startLocalSolana>[0] = {}): Promise<void> {
  node = await startLocalSolana(options);
  nodes = nodesOf([node.url]);
}

beforeEach(async () => {
  await openNode();
  alice = await keyPairOf("alice");
  bob = await keyPairOf("bob");
  await nodes.call("florin_setBlockProduction", [false]);
  await fund(nodes, alice.address, sol);
});

afterEach(async () => {
  await node.close();
});

const payment = (amount: number): Promise<string> =>
  signedBy(alice, nodes, [getTransferSolInstruction({ source: alice, destination: bob.address, amount })]);
const send = (text: string, config = {}): Promise<unknown> =>
  nodes.call("sendTransaction", [text, { encoding: "base64", preflightCommitment: "processed", ...config }]);
const withoutPreflight = { skipPreflight: true };
const advance = (slots: number): Promise<unknown> => nodes.call("florin_advance", [slots]);
const balance = async (address: string, commitment = "processed"): Promise<number> =>
  valueIn(await nodes.call("getBalance", [address, { commitment }])) as number;
const status = async (signature: unknown): Promise<unknown> =>
  (valueIn(await nodes.call("getSignatureStatuses", [[signature]])) as unknown[])[0];

function valueIn(response: unknown): unknown {
  return typeof response === "object" && response !== null && "value" in response
    ? response.value
    : undefined;
}

async function refusal(
  response: Promise<unknown>,
): Promise<{ code: number; message: string; data: unknown }> {
  const error = await response.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof NodeError)) throw new Error("the node did not return an error");
  return { code: error.code, message: error.message, data: error.data };
}

function withOtherSignature(text: string): string {
  const bytes = Uint8Array.from(getBase64Encoder().encode(text));
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  return getBase64Decoder().decode(bytes);
}

describe("a transaction", () => {
  test("a payment is in the next slot, costs its fee, and is final when enough slots follow", async () => {
    const signature = await send(await payment(sol / 2));
    expect(await status(signature)).toBeNull();
    await advance(1);
    expect(await status(signature)).toMatchObject({ confirmationStatus: "processed", err: null });
    expect(await balance(bob.address)).toBe(sol / 2);
    expect(await balance(bob.address, "confirmed")).toBe(0);
    await advance(1);
    expect(await status(signature)).toMatchObject({ confirmationStatus: "confirmed" });
    expect(await balance(bob.address, "confirmed")).toBe(sol / 2);
    expect(await balance(bob.address, "finalized")).toBe(0);
    await advance(3);
    expect(await status(signature)).toMatchObject({ confirmationStatus: "finalized", confirmations: null });
    expect(await balance(bob.address, "finalized")).toBe(sol / 2);
    expect(await balance(alice.address)).toBe(sol / 2 - 5000);
  });

  test("preflight rejects a failing transaction with a reason, and charges nothing", async () => {
    const response = await refusal(send(await payment(2 * sol)));
    expect(response).toMatchObject({ code: -32002, data: { err: { InstructionError: [0, { Custom: 1 }] } } });
    expect(JSON.stringify(response.data)).toContain("insufficient lamports");
    await advance(1);
    expect(await balance(alice.address)).toBe(sol);
  });

  test("without preflight a failing transaction is in a block and costs its fee", async () => {
    const signature = await send(await payment(2 * sol), withoutPreflight);
    await advance(2);
    expect(await status(signature)).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] } });
    const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    expect(await nodes.call("getTransaction", [signature, config])).toMatchObject({ meta: { fee: 5000 } });
    expect(await balance(alice.address)).toBe(sol - 5000);
  });

  test("a wrong signature is rejected, or silently dropped without preflight", async () => {
    const text = withOtherSignature(await payment(1));
    expect(await refusal(send(text))).toMatchObject({ code: -32003 });
    const signature = await send(text, withoutPreflight);
    await advance(2);
    expect(await status(signature)).toBeNull();
    expect(await balance(alice.address)).toBe(sol);
  });

  test("a duplicate transaction has one effect, and preflight reports it", async () => {
    const text = await payment(sol / 10);
    await send(text);
    await send(text, withoutPreflight);
    await advance(1);
    expect(await refusal(send(text))).toMatchObject({ code: -32002, data: { err: "AlreadyProcessed" } });
    expect(await balance(bob.address)).toBe(sol / 10);
  });

  test("a blockhash is valid for exactly 150 blocks", async () => {
    const [first, second] = [await payment(sol / 10), await payment(sol / 5)];
    await advance(149);
    await send(first);
    await advance(1);
    expect(await balance(bob.address)).toBe(sol / 10);
    expect(await refusal(send(second))).toMatchObject({ data: { err: "BlockhashNotFound" } });
    await send(second, withoutPreflight);
    await advance(1);
    expect(await balance(bob.address)).toBe(sol / 10);
  });

  test("malformed transactions are rejected", async () => {
    expect(await refusal(send("AAAA"))).toMatchObject({ code: -32602 });
    const large = getBase64Decoder().decode(new Uint8Array(1300));
    expect(await refusal(send(large))).toMatchObject({ code: -32602 });
  });

  test("dropping a fork removes its transactions and blockhashes", async () => {
    const text = await payment(sol / 2);
    const signature = await send(text);
    await advance(2);
    const lost = await payment(1);
    await nodes.call("florin_dropFork", [2]);
    expect(await status(signature)).toBeNull();
    expect(await balance(bob.address)).toBe(0);
    expect(await balance(alice.address)).toBe(sol);
    await advance(2);
    expect(await refusal(send(lost))).toMatchObject({ data: { err: "BlockhashNotFound" } });
    await send(text);
    await advance(1);
    expect(await balance(bob.address)).toBe(sol / 2);
  });
});

describe("RPC methods", () => {
  test("signatures of an account are returned newest first, in pages", async () => {
    const sent: unknown[] = [];
    for (const amount of [1_000_000, 2_000_000, 3_000_000]) {
      sent.unshift(await send(await payment(amount)));
      await advance(1);
    }
    await advance(1);
    const page = async (config: object): Promise<unknown> =>
      ((await nodes.call("getSignaturesForAddress", [bob.address, config])) as { signature: string }[]).map(
        ({ signature }) => signature,
      );
    const confirmed = { commitment: "confirmed" };
    expect(await page(confirmed)).toEqual(sent);
    expect(await page({ ...confirmed, limit: 1 })).toEqual([sent[0]]);
    expect(await page({ ...confirmed, before: sent[0] })).toEqual(sent.slice(1));
    expect(await page({ ...confirmed, until: sent[2] })).toEqual(sent.slice(0, 2));
  });

  test("errors are those of a validator", async () => {
    expect(await refusal(nodes.call("getNothing", []))).toMatchObject({ code: -32601 });
    expect(await refusal(nodes.call("getBalance", ["unknown"]))).toMatchObject({ code: -32602 });
    const signatures = Array.from({ length: 257 }, () => "1");
    expect(await refusal(nodes.call("getSignatureStatuses", [signatures]))).toMatchObject({ code: -32602 });
    const ahead = { minContextSlot: 1e12 };
    expect(await refusal(nodes.call("getSlot", [ahead]))).toMatchObject({ code: -32016 });
    const block = [1e12, { transactionDetails: "none" }];
    expect(await refusal(nodes.call("getBlock", block))).toMatchObject({ code: -32004 });
    const signature = await send(await payment(1_000_000));
    await advance(2);
    const unversioned = [signature, { commitment: "confirmed" }];
    expect(await refusal(nodes.call("getTransaction", unversioned))).toMatchObject({ code: -32015 });
  });

  test("chains with different names share no blockhash", async () => {
    const other = await startLocalSolana({ genesis: "other" });
    const hash = await nodesOf([other.url]).call("getGenesisHash", []);
    await other.close();
    expect(await nodes.call("getGenesisHash", [])).not.toBe(hash);
  });
});

describe("slot production", () => {
  test("slots are produced until everything is final, and then the chain is idle", async () => {
    await nodes.call("florin_setBlockProduction", [true]);
    const signature = await send(await payment(1_000_000));
    await eventually(async () =>
      expect(await status(signature)).toMatchObject({ confirmationStatus: "finalized" }),
    );
    const newest = async (): Promise<readonly unknown[]> => [
      await nodes.call("getSlot", [{ commitment: "processed" }]),
      await nodes.call("getLatestBlockhash", []),
    ];
    let last: readonly unknown[] = [];
    await eventually(async () => {
      const before = last;
      last = await newest();
      expect(last).toEqual(before);
    });
  });

  test("slots continue until a dropped transaction has expired", async () => {
    const text = withOtherSignature(await payment(1));
    const height = (await nodes.call("getBlockHeight", [{ commitment: "processed" }])) as number;
    await nodes.call("florin_setBlockProduction", [true]);
    await send(text, withoutPreflight);
    await eventually(async () =>
      expect(await nodes.call("getBlockHeight", [])).toBeGreaterThan(height + 150),
    );
  });
});

describe("a restart", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "florin-solana-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  test("keeps balances, transactions, slots, blockhashes and finality", async () => {
    await node.close();
    const options = { journalPath: join(folder, "solana.jsonl") };
    await openNode(options);
    await fund(nodes, alice.address, sol);
    const signature = await send(await payment(sol / 4));
    await advance(7);
    const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const before = await nodes.call("getTransaction", [signature, config]);
    const slot = (before as { slot: number }).slot;
    const blockConfig = { transactionDetails: "signatures", commitment: "confirmed" };
    const block = await nodes.call("getBlock", [slot, blockConfig]);
    const finalSlot = (await nodes.call("getSlot", [])) as number;

    await node.close();
    await openNode(options);
    expect(await nodes.call("getTransaction", [signature, config])).toEqual(before);
    expect(await nodes.call("getBlock", [slot, blockConfig])).toEqual(block);
    expect(await status(signature)).toMatchObject({ confirmationStatus: "finalized" });
    expect(await nodes.call("getSlot", [])).toBeGreaterThanOrEqual(finalSlot);
    expect(await balance(bob.address)).toBe(sol / 4);
    await send(await payment(sol / 4));
    await advance(1);
    expect(await balance(bob.address)).toBe(sol / 2);
  });
});
