import { createHash } from "node:crypto";
import {
  type BroadcastVerdict,
  type Chain,
  type ChainOperation,
  ChainUnavailableError,
  type Lane,
  type Prepared,
  type Scan,
  type TokenTransfer,
  type TransactionStatus,
} from "../src/chains/chain.ts";
import { type ChainKey, familyOf } from "../src/chains/chain-name.ts";
import type { Signer } from "../src/chains/signer.ts";

/**
 * A chain in memory that a test can drive: it includes when told, forgets when told, and loses answers when told. It keeps
 * no account of references, so work that is done twice shows as two effects.
 */
export interface ChainDouble {
  readonly chain: Chain;
  /** Closes a block with everything in the pool that fits. */
  mine(blocks?: number): void;
  /** Takes the last blocks away; their transactions are gone from the pool too. */
  reorganise(blocks: number): void;
  /** Everything in the pool is lost. */
  dropPool(): void;
  /** What the next calls meet: a node that does not answer, before or after it has done what was asked. */
  breakNext(method: "broadcast" | "statuses" | "check" | "scan", how: "before" | "after"): void;
  /** The next transactions that are sent are refused for good. */
  rejectNext(count: number): void;
  /** Transactions whose fee is below stay in the pool. */
  setMinimumFee(fee: bigint): void;
  /** The next inclusion of a transaction with this reference has no effect. */
  failOnChain(reference: string): void;
  /** Somebody else sends tokens. */
  arrive(transfer: { readonly contract: string; readonly to: string; readonly units: bigint }): string;
  /** How often an operation with this reference took effect on the chain as it is now. */
  effects(reference: string): number;
  height(): bigint;
}

export interface ChainDoubleOptions {
  readonly key: ChainKey;
  /** With sequences a transaction waits for the one before it; without, it expires. */
  readonly sequenced: boolean;
  readonly finality: number;
  readonly maxInFlight?: number;
}

interface Sent {
  readonly id: string;
  readonly operation: ChainOperation | undefined;
  readonly lane: string;
  readonly sequence: bigint | undefined;
  readonly fee: bigint;
  readonly expiresAtHeight: bigint | undefined;
  readonly arrival?: { readonly contract: string; readonly to: string; readonly units: bigint };
}

interface Block {
  readonly hash: string;
  readonly transactions: readonly { readonly sent: Sent; readonly ok: boolean }[];
}

const lifetime = 20n;

export function createChainDouble(options: ChainDoubleOptions): ChainDouble {
  const { key, sequenced, finality } = options;
  const known = new Map<string, Sent>();
  let pool: Sent[] = [];
  let blocks: Block[] = [{ hash: "genesis", transactions: [] }];
  let hashes = 0;
  let rejects = 0;
  let arrivals = 0;
  let minimumFee = 0n;
  const failing = new Set<string>();
  const breaks = new Map<string, "before" | "after">();

  const height = (): bigint => BigInt(blocks.length - 1);
  const finalHeight = (): bigint => (height() >= BigInt(finality) ? height() - BigInt(finality) : 0n);
  const included = () =>
    blocks.flatMap((block, at) =>
      block.transactions.map((one) => ({ ...one, height: BigInt(at), hash: block.hash })),
    );
  const nextSequenceOf = (lane: string, upTo = height()): bigint =>
    BigInt(included().filter(({ sent, height: at }) => sent.lane === lane && at <= upTo).length);

  const around = async <Result>(method: string, work: () => Result): Promise<Result> => {
    const how = breaks.get(method);
    breaks.delete(method);
    if (how === "before") throw new ChainUnavailableError("the node is down");
    const result = work();
    if (how === "after") throw new ChainUnavailableError("the answer was lost");
    return result;
  };

  const mineOne = (): void => {
    const at = height() + 1n;
    const transactions: { sent: Sent; ok: boolean }[] = [];
    const used = new Map<string, bigint>();
    for (const sent of [...pool].sort(
      (left, right) => Number((left.sequence ?? 0n) - (right.sequence ?? 0n)) || Number(right.fee - left.fee),
    )) {
      const next = used.get(sent.lane) ?? nextSequenceOf(sent.lane);
      if (sent.sequence !== undefined && sent.sequence !== next) continue;
      if (sent.fee < minimumFee) continue;
      if (sent.expiresAtHeight !== undefined && at >= sent.expiresAtHeight) continue;
      const reference = sent.operation?.reference;
      const ok = reference === undefined || !failing.delete(reference);
      transactions.push({ sent, ok });
      used.set(sent.lane, next + 1n);
    }
    hashes += 1;
    blocks = [...blocks, { hash: `block-${hashes}`, transactions }];
    const gone = new Set(transactions.map(({ sent }) => sent.id));
    pool = pool.filter((sent) => !gone.has(sent.id) && !isStale(sent));
  };
  const isStale = ({ lane, sequence }: Sent): boolean =>
    sequence !== undefined && sequence < nextSequenceOf(lane);

  const prepared = (
    operation: ChainOperation | undefined,
    lane: Lane,
    replaces?: Readonly<Record<string, string>>,
  ): Prepared => {
    const fee = replaces === undefined ? 100n : BigInt(replaces["fee"] ?? "0") * 2n;
    const expiresAtHeight = sequenced ? undefined : height() + lifetime;
    const text = JSON.stringify(
      { operation, lane: lane.address, sequence: lane.sequence, fee, expiresAtHeight },
      (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
    );
    const id = createHash("sha256").update(text).digest("hex");
    known.set(id, { id, operation, lane: lane.address, sequence: lane.sequence, fee, expiresAtHeight });
    const contract = operation?.kind === "deploy" ? { contract: `contract-of-${operation.reference}` } : {};
    return {
      transactionId: id,
      bytes: Buffer.from(id),
      fee: { fee: fee.toString() },
      expiresAtHeight,
      ...contract,
    };
  };

  const broadcast = (bytes: Uint8Array): BroadcastVerdict => {
    const sent = known.get(Buffer.from(bytes).toString());
    if (sent === undefined) return { answer: "rejected", detail: "unreadable" };
    if (rejects > 0) {
      rejects -= 1;
      return { answer: "rejected", detail: "not well-formed" };
    }
    if (included().some((one) => one.sent.id === sent.id) || pool.some(({ id }) => id === sent.id)) {
      return { answer: "accepted" };
    }
    if (isStale(sent)) return { answer: "unknown" };
    pool.push(sent);
    return { answer: "accepted" };
  };

  const statusOf = (id: string): TransactionStatus => {
    const sent = known.get(id);
    const found = included().find((one) => one.sent.id === id);
    if (found !== undefined) {
      return {
        state: "included",
        height: found.height,
        blockHash: found.hash,
        isFinal: found.height <= finalHeight(),
        outcome: found.ok ? { ok: true } : { ok: false, reason: "rejected", detail: "it had no effect" },
      };
    }
    if (sent?.sequence !== undefined && sent.sequence < nextSequenceOf(sent.lane, finalHeight())) {
      return { state: "replaced" };
    }
    if (sent?.expiresAtHeight !== undefined && finalHeight() >= sent.expiresAtHeight)
      return { state: "expired" };
    return { state: "absent" };
  };

  const transfers = (): readonly TokenTransfer[] =>
    included().flatMap(({ sent, ok, height: at, hash }) => {
      const base = { transactionId: sent.id, index: 0, height: at, blockHash: hash };
      if (sent.arrival !== undefined) return [{ ...base, from: "somebody", ...sent.arrival }];
      const { operation } = sent;
      if (!ok || operation === undefined || !("to" in operation)) return [];
      const { contract, to, units } = operation;
      return [{ ...base, contract, to, units, from: "from" in operation ? operation.from : undefined }];
    });

  const chain: Chain = {
    key,
    family: familyOf(key.chain),
    lanes: [{ duty: "gas", count: 1, maxInFlight: options.maxInFlight ?? 256 }],
    scansByHolder: false,
    parseAddress: (text) => ({ ok: true, address: text }),
    addressOf: (publicKey) => Buffer.from(publicKey).toString("hex"),
    dutyOf: () => "gas",
    nextSequence: (lane) => Promise.resolve(sequenced ? nextSequenceOf(lane.address) : undefined),
    check: (operations) => around("check", () => operations.map(() => ({ ok: true }) as const)),
    prepare: (operation, lane, replaces) => Promise.resolve(prepared(operation, lane, replaces)),
    prepareFiller: (lane, replaces) => Promise.resolve(prepared(undefined, lane, replaces)),
    broadcast: (bytes) => around("broadcast", () => broadcast(bytes)),
    statuses: (questions) =>
      around("statuses", () => questions.map(({ transactionId }) => statusOf(transactionId))),
    scan: ({ after, contracts }) =>
      around("scan", (): Scan => {
        const final = { height: finalHeight(), hash: blocks[Number(finalHeight())]?.hash ?? "" };
        if (after === undefined) return { final, head: final.height, transfers: [] };
        return {
          final,
          head: height(),
          transfers: transfers().filter(
            (one) => one.height > after.height && contracts.includes(one.contract),
          ),
        };
      }),
    supply: () => Promise.resolve(0n),
    balances: (_contract, holders) => Promise.resolve(holders.map(() => 0n)),
    gasBalance: () => Promise.resolve(1n),
    head: () => Promise.resolve({ height: height(), finalHeight: finalHeight(), node: "a chain double" }),
  };

  return {
    chain,
    mine: (count = 1) => {
      for (let done = 0; done < count; done += 1) mineOne();
    },
    reorganise: (count) => {
      blocks = blocks.slice(0, Math.max(1, blocks.length - count));
    },
    dropPool: () => {
      pool = [];
    },
    breakNext: (method, how) => breaks.set(method, how),
    rejectNext: (count) => {
      rejects = count;
    },
    setMinimumFee: (fee) => {
      minimumFee = fee;
    },
    failOnChain: (reference) => failing.add(reference),
    arrive: (arrival) => {
      arrivals += 1;
      const id = `arrival-${arrivals}`;
      const sent = {
        id,
        operation: undefined,
        lane: `somebody-${arrivals}`,
        sequence: undefined,
        fee: 10n ** 9n,
        expiresAtHeight: undefined,
        arrival,
      };
      known.set(id, sent);
      pool.push(sent);
      return id;
    },
    effects: (reference) =>
      included().filter(({ sent, ok }) => ok && sent.operation?.reference === reference).length,
    height,
  };
}

/** Gives each key an address and signs nothing: the double asks for no signature. */
export const namelessSigner: Signer = {
  publicKey: ({ duty, index }) => Promise.resolve(Buffer.from(`${duty}/${index}`)),
  sign: () => Promise.resolve(new Uint8Array()),
};
