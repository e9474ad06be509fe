import { createHash } from "node:crypto";
import {
  type BroadcastOutcome,
  type Chain,
  type ChainOperation,
  ChainUnavailableError,
  type FeeOffer,
  type Prepared,
  type Scan,
  type ScanRequest,
  type SenderQueue,
  type TokenTransfer,
  type TransactionStatus,
} from "../src/chains/chain.ts";
import { type ChainKey, familyOf } from "../src/chains/chain-name.ts";
import type { Signer } from "../src/chains/signer.ts";

/**
 * A chain in memory that a test controls: it includes, reorgs and loses responses on demand. It does not track
 * references, so an operation that is executed twice shows as two effects.
 */
export interface ChainDouble {
  readonly chain: Chain;
  /** Closes a block with everything in the pool that fits. */
  mine(blocks?: number): void;
  /** Reorgs the last blocks; their transactions are dropped from the pool, too. */
  reorganise(blocks: number): void;
  /** Drops all pending transactions. */
  dropPool(): void;
  /** Lets the next call fail as if the node were unreachable, before or after it has executed the request. */
  breakNext(method: "broadcast" | "statuses" | "check" | "scan", how: "before" | "after"): void;
  /** Lets the next broadcasts be rejected permanently. */
  rejectNext(count: number): void;
  /** Transactions with a lower fee stay in the pool. */
  setMinimumFee(fee: bigint): void;
  /** Lets the next inclusion of a transaction with this reference have no effect. */
  failOnChain(reference: string): void;
  /** An incoming deposit. */
  arrive(transfer: { readonly contract: string; readonly to: string; readonly units: bigint }): string;
  /** How often an operation with this reference took effect on the current chain. */
  effects(reference: string): number;
  height(): bigint;
}

export interface ChainDoubleOptions {
  readonly key: ChainKey;
  /** With sequences a transaction waits for the previous one; without, it expires. */
  readonly sequenced: boolean;
  readonly finality: number;
  readonly maxInFlight?: number;
}

interface Sent {
  readonly id: string;
  readonly operation: ChainOperation | undefined;
  readonly senderQueue: string;
  readonly sequence: bigint | undefined;
  readonly fee: bigint;
  readonly expiresAtHeight: bigint | undefined;
  readonly submission?: { readonly contract: string; readonly to: string; readonly units: bigint };
}

interface Block {
  readonly hash: string;
  readonly transactions: readonly { readonly sent: Sent; readonly ok: boolean }[];
}

const lifetime = 20n;

export function createChainDouble(options: ChainDoubleOptions): ChainDouble {
  const state: State = {
    options,
    known: new Map(),
    pool: [],
    blocks: [{ hash: "genesis", transactions: [] }],
    hashes: 0,
    rejects: 0,
    submissions: 0,
    minimumFee: 0n,
    failing: new Set(),
    breaks: new Map(),
  };
  return {
    chain: chainOf(state),
    mine: (count = 1) => {
      for (let done = 0; done < count; done += 1) mineOne(state);
    },
    reorganise: (count) => {
      state.blocks = state.blocks.slice(0, Math.max(1, state.blocks.length - count));
    },
    dropPool: () => {
      state.pool = [];
    },
    breakNext: (method, how) => state.breaks.set(method, how),
    rejectNext: (count) => {
      state.rejects = count;
    },
    setMinimumFee: (fee) => {
      state.minimumFee = fee;
    },
    failOnChain: (reference) => state.failing.add(reference),
    arrive: (submission) => arrive(state, submission),
    effects: (reference) =>
      included(state).filter(({ sent, ok }) => ok && sent.operation?.reference === reference).length,
    height: () => heightOf(state),
  };
}

interface State {
  readonly options: ChainDoubleOptions;
  readonly known: Map<string, Sent>;
  pool: Sent[];
  blocks: Block[];
  hashes: number;
  rejects: number;
  submissions: number;
  minimumFee: bigint;
  readonly failing: Set<string>;
  readonly breaks: Map<string, "before" | "after">;
}

function chainOf(state: State): Chain {
  const { key, sequenced, maxInFlight = 256 } = state.options;
  return {
    key,
    family: familyOf(key.chain),
    senderQueues: [{ role: "gas", count: 1, maxInFlight }],
    scansByHolder: false,
    parseAddress: (text) => ({ ok: true, address: text }),
    addressOf: (publicKey) => Buffer.from(publicKey).toString("hex"),
    roleOf: () => "gas",
    nextSequence: (senderQueue) =>
      Promise.resolve(sequenced ? nextSequenceOf(state, senderQueue.address) : undefined),
    check: (operations) => around(state, "check", () => operations.map(() => ({ ok: true }) as const)),
    prepare: (operation, senderQueue, replaces) =>
      Promise.resolve(prepared(state, operation, senderQueue, replaces)),
    prepareCancelTransaction: (senderQueue, replaces) =>
      Promise.resolve(prepared(state, undefined, senderQueue, replaces)),
    broadcast: (bytes) => around(state, "broadcast", () => broadcast(state, bytes)),
    statuses: (questions) =>
      around(state, "statuses", () => questions.map(({ transactionId }) => statusOf(state, transactionId))),
    markOf: (reference) => reference,
    marksIn: (transactionIds) => Promise.resolve(transactionIds.map(() => [])),
    isQuiet: () => Promise.resolve(true),
    scan: (request) => around(state, "scan", () => scan(state, request)),
    supply: () => Promise.resolve(0n),
    finalSupply: () => Promise.resolve({ units: 0n, block: { height: finalHeightOf(state), hash: "" } }),
    balances: (_contract, holders) => Promise.resolve(holders.map(() => 0n)),
    roleHolders: () => Promise.resolve([]),
    gasBalance: () => Promise.resolve(1n),
    head: () =>
      Promise.resolve({
        height: heightOf(state),
        finalHeight: finalHeightOf(state),
        node: "a chain double",
      }),
  };
}

function heightOf({ blocks }: State): bigint {
  return BigInt(blocks.length - 1);
}

function finalHeightOf(state: State): bigint {
  const depth = BigInt(state.options.finality);
  return heightOf(state) >= depth ? heightOf(state) - depth : 0n;
}

function included({ blocks }: State) {
  return blocks.flatMap((block, at) =>
    block.transactions.map((one) => ({ ...one, height: BigInt(at), hash: block.hash })),
  );
}

function nextSequenceOf(state: State, senderQueue: string, upTo = heightOf(state)): bigint {
  return BigInt(
    included(state).filter(({ sent, height }) => sent.senderQueue === senderQueue && height <= upTo).length,
  );
}

async function around<Result>(state: State, method: string, work: () => Result): Promise<Result> {
  const how = state.breaks.get(method);
  state.breaks.delete(method);
  if (how === "before") throw new ChainUnavailableError("the node is down");
  const result = work();
  if (how === "after") throw new ChainUnavailableError("the response was lost");
  return result;
}

function mineOne(state: State): void {
  const at = heightOf(state) + 1n;
  const transactions: { sent: Sent; ok: boolean }[] = [];
  const used = new Map<string, bigint>();
  for (const sent of state.pool.toSorted(bySequenceAndFee)) {
    const next = used.get(sent.senderQueue) ?? nextSequenceOf(state, sent.senderQueue);
    if (sent.sequence !== undefined && sent.sequence !== next) continue;
    if (sent.fee < state.minimumFee) continue;
    if (sent.expiresAtHeight !== undefined && at >= sent.expiresAtHeight) continue;
    const reference = sent.operation?.reference;
    transactions.push({ sent, ok: reference === undefined || !state.failing.delete(reference) });
    used.set(sent.senderQueue, next + 1n);
  }
  state.hashes += 1;
  state.blocks = [...state.blocks, { hash: `block-${state.hashes}`, transactions }];
  const gone = new Set(transactions.map(({ sent }) => sent.id));
  state.pool = state.pool.filter((sent) => !gone.has(sent.id) && !isStale(state, sent));
}

function bySequenceAndFee(left: Sent, right: Sent): number {
  return Number((left.sequence ?? 0n) - (right.sequence ?? 0n)) || Number(right.fee - left.fee);
}

function isStale(state: State, { senderQueue, sequence }: Sent): boolean {
  return sequence !== undefined && sequence < nextSequenceOf(state, senderQueue);
}

function prepared(
  state: State,
  operation: ChainOperation | undefined,
  senderQueue: SenderQueue,
  replaces: FeeOffer | undefined,
): Prepared {
  const fee = replaces === undefined ? 100n : BigInt(replaces["fee"] ?? "0") * 2n;
  const expiresAtHeight = state.options.sequenced ? undefined : heightOf(state) + lifetime;
  const text = JSON.stringify(
    { operation, senderQueue: senderQueue.address, sequence: senderQueue.sequence, fee, expiresAtHeight },
    (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
  );
  const id = createHash("sha256").update(text).digest("hex");
  state.known.set(id, {
    id,
    operation,
    senderQueue: senderQueue.address,
    sequence: senderQueue.sequence,
    fee,
    expiresAtHeight,
  });
  const contract = operation?.kind === "deploy" ? { contract: `contract-of-${operation.reference}` } : {};
  return {
    transactionId: id,
    bytes: Buffer.from(id),
    fee: { fee: fee.toString() },
    expiresAtHeight,
    ...contract,
  };
}

function broadcast(state: State, bytes: Uint8Array): BroadcastOutcome {
  const sent = state.known.get(Buffer.from(bytes).toString());
  if (sent === undefined) return { response: "rejected", detail: "unreadable" };
  if (state.rejects > 0) {
    state.rejects -= 1;
    return { response: "rejected", detail: "not well-formed" };
  }
  const isThere = [...included(state).map((one) => one.sent), ...state.pool].some(({ id }) => id === sent.id);
  if (isThere) return { response: "accepted" };
  if (isStale(state, sent)) return { response: "unknown" };
  state.pool.push(sent);
  return { response: "accepted" };
}

function statusOf(state: State, id: string): TransactionStatus {
  const sent = state.known.get(id);
  const found = included(state).find((one) => one.sent.id === id);
  if (found !== undefined) {
    return {
      state: "included",
      height: found.height,
      blockHash: found.hash,
      isFinal: found.height <= finalHeightOf(state),
      outcome: found.ok ? { ok: true } : { ok: false, reason: "rejected", detail: "it had no effect" },
    };
  }
  const final = finalHeightOf(state);
  if (sent?.sequence !== undefined && sent.sequence < nextSequenceOf(state, sent.senderQueue, final)) {
    return { state: "replaced" };
  }
  const hasExpired = sent?.expiresAtHeight !== undefined && final >= sent.expiresAtHeight;
  return { state: hasExpired ? "expired" : "absent" };
}

function scan(state: State, { after, contracts }: ScanRequest): Scan {
  const height = finalHeightOf(state);
  const final = { height, hash: state.blocks[Number(height)]?.hash ?? "" };
  if (after === undefined) return { final, head: height, transfers: [] };
  const transfers = transfersOf(state).filter(
    (one) => one.height > after.height && contracts.includes(one.contract),
  );
  return { final, head: heightOf(state), transfers };
}

function transfersOf(state: State): readonly TokenTransfer[] {
  return included(state).flatMap(({ sent, ok, height, hash }) => {
    const base = { transactionId: sent.id, index: 0, height, blockHash: hash };
    if (sent.submission !== undefined) return [{ ...base, from: "stranger", ...sent.submission }];
    const { operation } = sent;
    if (!ok || operation === undefined || !("to" in operation)) return [];
    const { contract, to, units } = operation;
    return [{ ...base, contract, to, units, from: "from" in operation ? operation.from : undefined }];
  });
}

function arrive(state: State, submission: NonNullable<Sent["submission"]>): string {
  state.submissions += 1;
  const id = `deposit-${state.submissions}`;
  const sent = {
    id,
    operation: undefined,
    senderQueue: `external-${state.submissions}`,
    sequence: undefined,
    fee: 10n ** 9n,
    expiresAtHeight: undefined,
    submission,
  };
  state.known.set(id, sent);
  state.pool.push(sent);
  return id;
}

/** Gives each key an address and signs nothing: the fake chain requires no signature. */
export const namelessSigner: Signer = {
  publicKey: ({ role, index }) => Promise.resolve(Buffer.from(`${role}/${index}`)),
  sign: () => Promise.resolve(new Uint8Array()),
};
