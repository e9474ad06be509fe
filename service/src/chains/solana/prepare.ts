import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getTransactionEncoder,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
  blockhash as toBlockhash,
} from "@solana/kit";
import { assert } from "../../kernel/assert.ts";
import type { ChainOperation, FeeOffer, Lane, Prepared } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { addressOf as addressOfKey, toAddress } from "./address.ts";
import { ask } from "./ask-nodes.ts";
import { deployDeed } from "./deploy.ts";
import { computeBudget, type Deed, type DeedSigner, deedOf } from "./instructions.ts";
import { latestBlockhash, rentExemption } from "./node-answers.ts";
import type { TokenAccounts } from "./token-accounts.ts";

export interface PrepareDeps {
  readonly nodes: NodePool;
  readonly signer: Signer;
  readonly tokens: TokenAccounts;
  readonly price: ComputeUnitPrice;
  readonly now: () => number;
}

/** What is offered for a compute unit, in millionths of a lamport. */
export interface ComputeUnitPrice {
  readonly first: bigint;
  readonly most: bigint;
}

export interface Preparer {
  prepare(operation: ChainOperation, lane: Lane, replaces?: FeeOffer): Promise<Prepared>;
  addressOf(key: KeyRef): Promise<Address>;
}

interface Lifetime {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
}

const blockhashCacheMs = 2_000;
/** IPv6's smallest packet less its headers: what the network carries at most. */
const maxTransactionBytes = 1232;

export function createPreparer(deps: PrepareDeps): Preparer {
  const { nodes, signer } = deps;
  const recentLifetime = rememberFor(blockhashCacheMs, deps.now, async (): Promise<Lifetime> => {
    const { value } = await ask(nodes, latestBlockhash("confirmed"));
    return { ...value, blockhash: toBlockhash(value.blockhash) };
  });
  // Of the platform's duties and of issuers, one for each token: there are not many.
  const addresses = new Map<string, Address>();
  const addressOf = async (key: KeyRef): Promise<Address> => {
    const name = `${key.duty} ${key.index}`;
    const address = addresses.get(name) ?? addressOfKey(await signer.publicKey(key));
    addresses.set(name, address);
    return address;
  };

  return {
    addressOf,
    prepare: async (operation, lane, replaces) => {
      const payer = toAddress(lane.address);
      const deed = await deedFor({ ...deps, payer, addressOf }, operation);
      const price = priceAfter(deps.price, replaces);
      const lifetime = await recentLifetime();
      const transaction = compile(payer, deed, price, lifetime);
      const signed = await sign(transaction, [{ key: lane.key, address: payer }, ...deed.signers], signer);
      return {
        ...signed,
        fee: { computeUnits: String(deed.computeUnits), microLamportsPerUnit: String(price) },
        expiresAtHeight: lifetime.lastValidBlockHeight + 1n,
        ...(operation.kind === "deploy" ? { contract: await addressOf(operation.issuer) } : {}),
      };
    },
  };
}

type DeedDeps = PrepareDeps & { readonly payer: Address; addressOf(key: KeyRef): Promise<Address> };

function deedFor(deps: DeedDeps, operation: ChainOperation): Promise<Deed> {
  if (operation.kind !== "deploy") return deedOf(deps, operation);
  const rentFor = (bytes: number): Promise<bigint> => ask(deps.nodes, rentExemption(bytes));
  return deployDeed({ ...deps, rentFor }, operation);
}

/** A quarter more than was offered before, up to the most that may be paid. */
function priceAfter({ first, most }: ComputeUnitPrice, replaces: FeeOffer | undefined): bigint {
  const before = replaces?.["microLamportsPerUnit"];
  if (before === undefined) return first;
  const raised = (BigInt(before) * 5n) / 4n + 1n;
  return raised > most ? most : raised;
}

type Compiled = ReturnType<typeof compile>;

function compile(payer: Address, deed: Deed, price: bigint, lifetime: Lifetime) {
  return compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) =>
        appendTransactionMessageInstructions(
          [...computeBudget(deed.computeUnits, price), ...deed.instructions],
          message,
        ),
    ),
  );
}

async function sign(
  transaction: Compiled,
  signers: readonly DeedSigner[],
  signer: Signer,
): Promise<{ readonly transactionId: string; readonly bytes: Uint8Array }> {
  const message = Uint8Array.from(transaction.messageBytes);
  const signatures: Record<Address, SignatureBytes | null> = { ...transaction.signatures };
  for (const { key, address } of signers) {
    assert(address in signatures, "every key that signs is asked for by the transaction");
    signatures[address] ??= signatureBytes(await signer.sign(key, message));
  }
  const [first] = Object.values(signatures);
  assert(first !== undefined && first !== null, "the fee payer signs first");
  assert(!Object.values(signatures).includes(null), "nobody's signature is missing");
  const bytes = Uint8Array.from(getTransactionEncoder().encode({ ...transaction, signatures }));
  assert(bytes.length <= maxTransactionBytes, "a transaction fits into one packet");
  return { transactionId: getBase58Decoder().decode(first), bytes };
}

/** Many transactions are prepared at once: they share one question. */
function rememberFor<T>(ms: number, now: () => number, load: () => Promise<T>): () => Promise<T> {
  let loaded: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (loaded !== undefined && now() - loaded.atMs < ms) return loaded.value;
    const mine = { atMs: now(), value: load() };
    loaded = mine;
    mine.value.catch(() => {
      if (loaded === mine) loaded = undefined;
    });
    return mine.value;
  };
}
