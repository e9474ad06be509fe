import { createHash } from "node:crypto";
import {
  type BroadcastOutcome,
  type Chain,
  type ChainOperation,
  ChainUnavailableError,
  type CheckOutcome,
  type FeeOffer,
  type Prepared,
  type Scan,
  type ScanRequest,
  type SenderQueue,
  type TransactionStatus,
} from "../../src/chains/chain.ts";
import { familyOf } from "../../src/chains/chain-name.ts";
import {
  type ChainState,
  type ChainTrouble,
  type Effect,
  heightOf,
  isStale,
  isUsed,
  type LivingChainOptions,
  mine,
  movementOf,
  reorganise,
  type Sent,
} from "./chain-blocks.ts";
import { createTokenBook, type Movement, type TokenBook } from "./token-book.ts";

/**
 * A chain in memory with token balances: it mints, burns, freezes and pauses, loses transactions and reorgs blocks. It
 * does not track references, so an operation that is executed twice shows as two effects.
 */
export interface LivingChain {
  readonly chain: Chain;
  /** Balances, frozen holders and paused tokens. */
  readonly book: TokenBook;
  /** Closes a block with everything in the pool that fits. */
  mine(): void;
  /** Reorgs blocks that are not final; their transactions are pending again, or lost. */
  reorganise(blocks: number, isLost: () => boolean): void;
  /** Drops some pending transactions. */
  drop(isLost: () => boolean): void;
  /** Lets pending operations take effect once, like a contract that knows references. */
  guardPending(): void;
  readonly guarded: ReadonlySet<string>;
  /** An incoming deposit. */
  arrive(movement: Movement): void;
  /** From now on each call may time out, and each inclusion may have no effect. */
  setTrouble(trouble: ChainTrouble): void;
  /** Every included transaction that changed balances, by transaction id. */
  readonly effects: ReadonlyMap<string, Effect>;
}

const lifetime = 30n;
const maxInFlight = 256;

export function createLivingChain(options: LivingChainOptions): LivingChain {
  const state: ChainState = {
    options,
    book: createTokenBook(),
    known: new Map(),
    pool: new Map(),
    blocks: [{ hash: "genesis", inclusions: [] }],
    included: new Map(),
    effects: new Map(),
    next: new Map(),
    users: new Map(),
    guarded: new Set(),
    count: 0,
    finalHeight: 0n,
    trouble: { silence: () => "none", failsToRun: () => false },
  };
  return {
    chain: chainOf(state),
    book: state.book,
    effects: state.effects,
    guarded: state.guarded,
    mine: () => mine(state),
    reorganise: (blocks, isLost) => reorganise(state, blocks, isLost),
    drop: (isLost) => {
      for (const [id, { submission }] of state.pool)
        if (submission === undefined && isLost()) state.pool.delete(id);
    },
    guardPending: () => {
      for (const { operation } of state.pool.values())
        if (operation !== undefined) state.guarded.add(operation.reference);
    },
    arrive: (movement) => arrive(state, movement),
    setTrouble: (trouble) => {
      state.trouble = trouble;
    },
  };
}

function chainOf(state: ChainState): Chain {
  const { key, isSequenced } = state.options;
  return {
    key,
    family: familyOf(key.chain),
    senderQueues: [{ role: "gas", count: 1, maxInFlight }],
    scansByHolder: false,
    parseAddress: (text) => ({ ok: true, address: text }),
    addressOf: (publicKey) => Buffer.from(publicKey).toString("hex"),
    roleOf: () => "gas",
    nextSequence: ({ address }) => Promise.resolve(isSequenced ? (state.next.get(address) ?? 0n) : undefined),
    check: (operations) => response(state, () => operations.map((operation) => check(state, operation))),
    prepare: (operation, senderQueue, replaces) =>
      Promise.resolve(prepared(state, operation, senderQueue, replaces)),
    prepareCancelTransaction: (senderQueue, replaces) =>
      Promise.resolve(prepared(state, undefined, senderQueue, replaces)),
    broadcast: (bytes) => response(state, () => broadcast(state, bytes)),
    statuses: (questions) =>
      response(state, () => questions.map(({ transactionId }) => statusOf(state, transactionId))),
    markOf: (reference) => reference,
    marksIn: (transactionIds) =>
      Promise.resolve(
        transactionIds.map((id) => {
          const operation = state.known.get(id)?.operation;
          return operation === undefined ? [] : [operation.reference];
        }),
      ),
    isQuiet: () => Promise.resolve(![...state.pool.values()].some((sent) => mayBeIncluded(state, sent))),
    ...(isSequenced && { pendingNonces: () => Promise.resolve([]) }),
    scan: (request) => response(state, () => scan(state, request)),
    supply: (contract) => Promise.resolve(state.book.supply(contract)),
    finalSupply: (contract) => {
      const height = state.finalHeight;
      const block = { height, hash: state.blocks[Number(height)]?.hash ?? "" };
      return Promise.resolve({ units: state.book.supply(contract), block });
    },
    balances: (contract, holders) =>
      Promise.resolve(holders.map((holder) => state.book.balance(contract, holder))),
    roleHolders: () => Promise.resolve([]),
    gasBalance: () => Promise.resolve(1n),
    head: () =>
      Promise.resolve({
        height: heightOf(state),
        finalHeight: state.finalHeight,
        node: "a chain in memory",
      }),
  };
}

/** Nodes don't count a transaction behind an unused nonce as pending. */
function mayBeIncluded(state: ChainState, sent: Sent): boolean {
  if (sent.operation === undefined && sent.submission !== undefined) return false;
  if (sent.sequence !== undefined) return sent.sequence === (state.next.get(sent.senderQueue) ?? 0n);
  const hasExpired = sent.expiresAtHeight !== undefined && heightOf(state) + 1n >= sent.expiresAtHeight;
  return !hasExpired;
}

async function response<Result>({ trouble }: ChainState, work: () => Result): Promise<Result> {
  const silence = trouble.silence();
  if (silence === "before") throw new ChainUnavailableError("the node is down");
  const result = work();
  if (silence === "after") throw new ChainUnavailableError("the response was lost");
  return result;
}

function check(state: ChainState, operation: ChainOperation): CheckOutcome {
  const movement = movementOf(operation);
  const refused = movement === undefined ? undefined : state.book.refuse(movement);
  const reason = isUsed(state, operation) ? "reference_used" : refused;
  return reason === undefined ? { ok: true } : { ok: false, reason, detail: `the chain says: ${reason}` };
}

function prepared(
  state: ChainState,
  operation: ChainOperation | undefined,
  senderQueue: SenderQueue,
  replaces: FeeOffer | undefined,
): Prepared {
  const fee = replaces === undefined ? 100n : BigInt(replaces["fee"] ?? "0") * 2n;
  const expiresAtHeight = state.options.isSequenced ? undefined : heightOf(state) + lifetime;
  const text = JSON.stringify(
    { operation, senderQueue: senderQueue.address, sequence: senderQueue.sequence, fee, expiresAtHeight },
    (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
  );
  const id = createHash("sha256").update(text).digest("hex");
  const { sequence, address } = senderQueue;
  state.known.set(id, {
    id,
    operation,
    senderQueue: address,
    sequence,
    fee,
    expiresAtHeight,
    submission: undefined,
  });
  return { transactionId: id, bytes: Buffer.from(id), fee: { fee: fee.toString() }, expiresAtHeight };
}

function broadcast(state: ChainState, bytes: Uint8Array): BroadcastOutcome {
  const sent = state.known.get(Buffer.from(bytes).toString());
  if (sent === undefined) return { response: "rejected", detail: "unreadable" };
  if (state.included.has(sent.id)) return { response: "accepted" };
  if (isStale(state, sent)) return { response: "unknown" };
  state.pool.set(sent.id, sent);
  return { response: "accepted" };
}

function statusOf(state: ChainState, id: string): TransactionStatus {
  const found = state.included.get(id);
  const { finalHeight: final } = state;
  if (found !== undefined) {
    const { height, failure } = found;
    const blockHash = state.blocks[Number(height)]?.hash ?? "";
    const outcome =
      failure === undefined
        ? ({ ok: true } as const)
        : ({ ok: false, reason: failure, detail: `the chain says: ${failure}` } as const);
    return { state: "included", height, blockHash, isFinal: height <= final, outcome };
  }
  const sent = state.known.get(id);
  const user =
    sent?.sequence === undefined ? undefined : state.users.get(`${sent.senderQueue} ${sent.sequence}`);
  if (user !== undefined && user.height <= final) return { state: "replaced" };
  const hasExpired = sent?.expiresAtHeight !== undefined && final >= sent.expiresAtHeight;
  return { state: hasExpired ? "expired" : "absent" };
}

function scan(state: ChainState, { after, contracts }: ScanRequest): Scan {
  const { finalHeight: height } = state;
  const final = { height, hash: state.blocks[Number(height)]?.hash ?? "" };
  if (after === undefined) return { final, head: height, transfers: [] };
  const transfers = state.blocks
    .slice(Number(after.height) + 1)
    .flatMap(({ hash, inclusions }) =>
      inclusions.flatMap(({ sent, movement, height: at }) =>
        movement === undefined || !contracts.includes(movement.contract)
          ? []
          : [{ ...movement, transactionId: sent.id, index: 0, height: at, blockHash: hash }],
      ),
    );
  return { final, head: heightOf(state), transfers };
}

function arrive(state: ChainState, submission: Movement): void {
  state.count += 1;
  const id = `deposit-${state.options.key.chain}-${state.count}`;
  const noOne = { operation: undefined, sequence: undefined, expiresAtHeight: undefined };
  const sent: Sent = { id, senderQueue: id, fee: 0n, submission, ...noOne };
  state.known.set(id, sent);
  state.pool.set(id, sent);
}
