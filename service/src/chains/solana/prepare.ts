import { type Address, type Blockhash, blockhash as toBlockhash } from "@solana/kit";
import { assert } from "../../kernel/assert.ts";
import type { ChainOperation, FeeOffer, Prepared, SenderQueue } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { addressOf as addressOfKey, toAddress } from "./address.ts";
import { ask } from "./ask-nodes.ts";
import { toBase58 } from "./base58.ts";
import { deployInstructions } from "./deploy.ts";
import {
  computeBudget,
  type InstructionSet,
  type InstructionSigner,
  instructionsOf,
} from "./instructions.ts";
import { latestBlockhash, rentExemption } from "./node-responses.ts";
import type { TokenAccounts } from "./token-accounts.ts";
import { compileMessage, type Message, writeTransaction } from "./transaction-bytes.ts";

export interface PrepareDeps {
  readonly nodes: NodePool;
  readonly signer: Signer;
  readonly tokens: TokenAccounts;
  readonly price: ComputeUnitPrice;
  readonly now: () => number;
}

/** Price offered per compute unit, in micro-lamports. */
export interface ComputeUnitPrice {
  readonly first: bigint;
  readonly most: bigint;
}

export interface Preparer {
  prepare(operation: ChainOperation, senderQueue: SenderQueue, replaces?: FeeOffer): Promise<Prepared>;
  addressOf(key: KeyRef): Promise<Address>;
}

interface Lifetime {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
}

const blockhashCacheMs = 2_000;
/** The minimum IPv6 MTU less headers: the network's maximum packet size. */
const maxTransactionBytes = 1232;

export function createPreparer(deps: PrepareDeps): Preparer {
  const { nodes, signer } = deps;
  const recentLifetime = cacheFor(blockhashCacheMs, deps.now, async (): Promise<Lifetime> => {
    const { blockhash, lastValidBlockHeight } = await ask(nodes, latestBlockhash("confirmed"));
    return { blockhash: toBlockhash(blockhash), lastValidBlockHeight };
  });
  // Keys of the platform's roles, and one issuer key per token: there are not many.
  const addresses = new Map<string, Address>();
  const addressOf = async (key: KeyRef): Promise<Address> => {
    const name = `${key.role} ${key.index}`;
    const address = addresses.get(name) ?? addressOfKey(await signer.publicKey(key));
    addresses.set(name, address);
    return address;
  };

  return {
    addressOf,
    prepare: async (operation, senderQueue, replaces) => {
      const payer = toAddress(senderQueue.address);
      const instructionSet = await instructionsFor({ ...deps, payer, addressOf }, operation);
      const price = priceAfter(deps.price, replaces);
      const lifetime = await recentLifetime();
      const message = compileMessage({
        payer,
        blockhash: lifetime.blockhash,
        instructions: [...computeBudget(instructionSet.computeUnits, price), ...instructionSet.instructions],
      });
      const signed = await sign(
        message,
        [{ key: senderQueue.key, address: payer }, ...instructionSet.signers],
        signer,
      );
      return {
        ...signed,
        fee: { computeUnits: String(instructionSet.computeUnits), microLamportsPerUnit: String(price) },
        expiresAtHeight: lifetime.lastValidBlockHeight + 1n,
        ...(operation.kind === "deploy" ? { contract: await addressOf(operation.issuer) } : {}),
      };
    },
  };
}

type InstructionSetDeps = PrepareDeps & { readonly payer: Address; addressOf(key: KeyRef): Promise<Address> };

function instructionsFor(deps: InstructionSetDeps, operation: ChainOperation): Promise<InstructionSet> {
  if (operation.kind !== "deploy") return instructionsOf(deps, operation);
  const rentFor = (bytes: number): Promise<bigint> => ask(deps.nodes, rentExemption(bytes));
  return deployInstructions({ ...deps, rentFor }, operation);
}

/** 25% more than was offered before, up to the maximum. */
function priceAfter({ first, most }: ComputeUnitPrice, replaces: FeeOffer | undefined): bigint {
  const before = replaces?.["microLamportsPerUnit"];
  if (before === undefined) return first;
  const raised = (BigInt(before) * 5n) / 4n + 1n;
  return raised > most ? most : raised;
}

async function sign(
  message: Message,
  keys: readonly InstructionSigner[],
  signer: Signer,
): Promise<{ readonly transactionId: string; readonly bytes: Uint8Array }> {
  const keyByAddress = new Map(keys.map(({ key, address }) => [address, key]));
  assert(
    [...keyByAddress.keys()].every((address) => message.signers.includes(address)),
    "the transaction requires every signer",
  );
  const signatures: Uint8Array[] = [];
  for (const address of message.signers) {
    const key = keyByAddress.get(address);
    assert(key !== undefined, "no signature is missing");
    signatures.push(await signer.sign(key, message.bytes));
  }
  const [first] = signatures;
  assert(first !== undefined, "the fee payer signs first");
  const bytes = writeTransaction(signatures, message.bytes);
  assert(bytes.length <= maxTransactionBytes, "a transaction fits into one packet");
  return { transactionId: toBase58(first), bytes };
}

/** Concurrent preparations share one call. */
function cacheFor<T>(ms: number, now: () => number, load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (loaded !== undefined && now() - loaded.atMs < ms) return loaded.value;
    const entry = { atMs: now(), value: load() };
    loaded = entry;
    entry.value.catch(() => {
      if (loaded === entry) loaded = undefined;
    });
    return entry.value;
  };
}
