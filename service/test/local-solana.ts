import { createHash, randomBytes } from "node:crypto";
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  isAddress,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  ExtensionType,
  findAssociatedTokenPda,
  getEnableMemoTransfersInstruction,
  getReallocateInstruction,
  getTransferCheckedInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import { expect } from "vitest";
import {
  type SolanaNode,
  type SolanaNodeOptions,
  startSolanaNode,
} from "../../sandbox/src/local-chains/solana-node.ts";
import type { Chain } from "../src/chains/chain.ts";
import { createNodePool, type NodePool } from "../src/chains/node-pool.ts";
import type { KeyRef, Signer } from "../src/chains/signer.ts";
import { askMany } from "../src/chains/solana/ask-nodes.ts";
import { fromBase58 } from "../src/chains/solana/base58.ts";
import { transactionOf } from "../src/chains/solana/node-responses.ts";
import { memoProgram } from "../src/chains/solana/programs.ts";
import { createSolanaChain } from "../src/chains/solana/solana-chain.ts";
import { systemClock } from "../src/kernel/instant.ts";
import type { ChainEnvironment, Holder, OutsideTransfer } from "./chain-suite/chain-environment.ts";
import { eventually } from "./eventually.ts";

const systemNow = (): number => systemClock.now();
const finalitySlots = 4;
const quick = { genesis: "test", slotTimeMs: 5, trailingSlots: 1, finalitySlots, now: systemNow };
const usualSlotMs = 400;
const patienceMs = 240_000;

/** A local node with very short slots. */
export function startLocalSolana(options: Partial<SolanaNodeOptions> = {}): Promise<SolanaNode> {
  return startSolanaNode({ ...quick, ...options });
}

export function nodesOf(urls: readonly string[], timeoutMs = patienceMs): NodePool {
  return createNodePool({ urls, timeoutMs, now: systemNow });
}

/** Keys derived from their names: the same in every run. */
export async function keyPairOf(name: string): Promise<KeyPairSigner> {
  const seed = createHash("sha256").update(name).digest();
  const pair = keyPairs.get(name) ?? (await createKeyPairSignerFromPrivateKeyBytes(seed));
  keyPairs.set(name, pair);
  return pair;
}

const keyPairs = new Map<string, KeyPairSigner>();

/** The keys of one environment; with a prefix, they are those of no other. */
type NameOf = (key: KeyRef) => string;
const nameWith =
  (prefix: string): NameOf =>
  ({ role, index }) =>
    `${prefix}${role} ${index}`;

function testSigner(nameOf: NameOf): Signer {
  return {
    publicKey: async (key) =>
      Uint8Array.from(getAddressEncoder().encode((await keyPairOf(nameOf(key))).address)),
    sign: async (key, payload) => {
      const { keyPair } = await keyPairOf(nameOf(key));
      return Uint8Array.from(await signBytes(keyPair.privateKey, payload));
    },
  };
}

interface ChainOptions {
  readonly signer: Signer;
  readonly now: () => number;
  readonly timeoutMs?: number | undefined;
}

function solanaChain(urls: readonly string[], { signer, now, timeoutMs = patienceMs }: ChainOptions): Chain {
  return createSolanaChain({
    key: { network: "testnet", chain: "solana" },
    nodes: nodesOf(urls, timeoutMs),
    signer,
    finality: { commitment: "finalized" },
    now,
  });
}

/** Airdrops lamports to an address, final when it returns. */
export async function fund(nodes: NodePool, to: string, lamports: number): Promise<void> {
  await nodes.call("requestAirdrop", [to, lamports]);
  await nodes.call("florin_advance", [finalitySlots + 1]);
}

/** The memos of a transaction, as its recipient sees them. */
export async function memoOf(nodes: NodePool, transactionId: string): Promise<string> {
  const [found] = await askMany(nodes, [transactionOf(transactionId)]);
  const { accountKeys = [], instructions = [] } = found?.transaction.message ?? {};
  const memos = instructions.filter(({ programIdIndex }) => accountKeys[programIdIndex] === memoProgram);
  return memos.map(({ data = "" }) => Buffer.from(fromBase58(data)).toString("utf8")).join();
}

/** A transaction of an external signer, signed and ready to be sent. */
export async function signedBy(
  payer: KeyPairSigner,
  nodes: NodePool,
  instructions: readonly Instruction[],
): Promise<string> {
  const latest = (await nodes.call("getLatestBlockhash", [{ commitment: "processed" }])) as {
    readonly value: { readonly blockhash: string };
  };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(latest.value.blockhash), lastValidBlockHeight: 0n },
        one,
      ),
    (one) => appendTransactionMessageInstructions(instructions, one),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

export async function openSolanaEnvironment(): Promise<ChainEnvironment> {
  const node = await startLocalSolana();
  const nodes = nodesOf([node.url]);
  // Slots advanced by a test take time, so the adapter's cache of two seconds is stale after them.
  let passedMs = 0;
  const now = (): number => systemNow() + passedMs;
  const advance = async (slots: number): Promise<void> => {
    await nodes.call("florin_advance", [slots]);
    passedMs += slots * usualSlotMs;
  };
  // The suite advances slots; none passes automatically.
  await nodes.call("florin_setBlockProduction", [false]);
  const give = (to: string, lamports: number): Promise<void> => fund(nodes, to, lamports);
  const environment = await createEnvironment({
    url: node.url,
    nodes,
    nameOf: nameWith(""),
    now,
    advance,
    give,
  });
  return {
    ...environment,
    reorganise: async () => {
      await nodes.call("florin_dropFork", [2]);
      await advance(2);
    },
    close: node.close,
  };
}

/** A node that is not ours, whose slots pass without us: a test validator, for example. */
export async function openExternalSolana(url: string): Promise<ChainEnvironment> {
  const nodes = nodesOf([url]);
  const slotAt = async (commitment: string) => Number(await nodes.call("getSlot", [{ commitment }]));
  const advance = async (slots: number): Promise<void> => {
    const target = (await slotAt("processed")) + slots;
    await eventually(async () => expect(await slotAt("finalized")).toBeGreaterThanOrEqual(target));
  };
  const give = async (to: string, lamports: number): Promise<void> => {
    await nodes.call("requestAirdrop", [to, lamports]);
    await eventually(async () => {
      const { value } = (await nodes.call("getBalance", [to, { commitment: "finalized" }])) as {
        readonly value: number;
      };
      expect(value).toBeGreaterThanOrEqual(lamports);
    });
  };
  // It keeps what earlier runs left.
  const nameOf = nameWith(`${randomBytes(8).toString("hex")} `);
  return createEnvironment({ url, nodes, nameOf, now: systemNow, advance, give });
}

interface EnvironmentParts {
  readonly url: string;
  readonly nodes: NodePool;
  readonly nameOf: NameOf;
  readonly now: () => number;
  readonly advance: (slots: number) => Promise<void>;
  /** Final when it returns. */
  readonly give: (to: string, lamports: number) => Promise<void>;
}

async function createEnvironment(parts: EnvironmentParts): Promise<ChainEnvironment> {
  const { url, nodes, nameOf, now, advance, give } = parts;
  const signer = testSigner(nameOf);
  const externalIssuers = new Map<string, KeyPairSigner>();
  let issued = 0;
  await give((await keyPairOf(nameOf({ role: "gas", index: 0 }))).address, 100_000_000_000);
  return {
    chain: solanaChain([url], { signer, now }),
    signer,
    nodeUrl: url,
    chainThrough: (urls, timeoutMs) => solanaChain(urls, { signer, timeoutMs, now }),
    // One more, because a slot is confirmed when another one is above it.
    advance: (blocks) => advance(blocks + 1),
    newHolder: async () => {
      const holder = await nextHolder(nameOf, issued);
      issued = holder.key.index + 1;
      return holder;
    },
    newOutsideAddress: async () => {
      const externalIssuer = await keyPairOf(
        nameOf({ role: "external_issuer", index: externalIssuers.size }),
      );
      externalIssuers.set(externalIssuer.address, externalIssuer);
      return externalIssuer.address;
    },
    memoOf: (transactionId) => memoOf(nodes, transactionId),
    requireMemo: async (owner, contract) => {
      const key = externalIssuers.get(owner);
      if (key === undefined) throw new Error("no key for this external address");
      await give(key.address, 1_000_000_000);
      const token = await tokenAccountOf(address(contract), key.address);
      const newExtensionTypes = [ExtensionType.MemoTransfer];
      const instructions = [
        getReallocateInstruction({ token, payer: key, owner: key, newExtensionTypes }),
        getEnableMemoTransfersInstruction({ token, owner: key }),
      ];
      const bytes = await signedBy(key, nodes, instructions);
      await nodes.call("sendTransaction", [bytes, { encoding: "base64", preflightCommitment: "processed" }]);
      await advance(finalitySlots + 1);
    },
    outsideTransfer: async (transfer) => {
      const owner = externalIssuers.get(transfer.from);
      if (owner === undefined) throw new Error("no key for this external address");
      await give(owner.address, 1_000_000_000);
      await sendTokens(nodes, owner, transfer);
      await advance(finalitySlots + 1);
    },
    close: () => Promise.resolve(),
  };
}

/** Text that lost its first letter may be an address too, by chance; a holder whose text might is passed over. */
async function nextHolder(nameOf: NameOf, index: number): Promise<Holder> {
  const key: KeyRef = { role: "custody", index };
  const { address: text } = await keyPairOf(nameOf(key));
  return isAddress(text.slice(1)) ? nextHolder(nameOf, index + 1) : { address: text, key };
}

async function sendTokens(nodes: NodePool, owner: KeyPairSigner, transfer: OutsideTransfer): Promise<void> {
  const mint = address(transfer.contract);
  const instruction = getTransferCheckedInstruction({
    source: await tokenAccountOf(mint, owner.address),
    mint,
    destination: await tokenAccountOf(mint, address(transfer.to)),
    authority: owner,
    amount: transfer.units,
    decimals: 6,
  });
  const bytes = await signedBy(owner, nodes, [instruction]);
  await nodes.call("sendTransaction", [bytes, { encoding: "base64", preflightCommitment: "processed" }]);
}

async function tokenAccountOf(mint: Address, owner: Address): Promise<Address> {
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS });
  return account;
}
