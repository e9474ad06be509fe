import type { ChainOperation, FailureReason } from "../../src/chains/chain.ts";
import type { ChainKey } from "../../src/chains/chain-name.ts";
import type { Movement, TokenBook } from "./token-book.ts";

/** A submitted transaction. */
export interface Sent {
  readonly id: string;
  readonly operation: ChainOperation | undefined;
  readonly senderQueue: string;
  readonly sequence: bigint | undefined;
  readonly fee: bigint;
  readonly expiresAtHeight: bigint | undefined;
  readonly submission: Movement | undefined;
}

/** An included transaction with its effect. */
interface Inclusion {
  readonly sent: Sent;
  readonly height: bigint;
  readonly failure: FailureReason | undefined;
  readonly movement: Movement | undefined;
}

interface Block {
  readonly hash: string;
  readonly inclusions: readonly Inclusion[];
}

/** Current state of the chain. */
export interface ChainState {
  readonly options: LivingChainOptions;
  readonly book: TokenBook;
  readonly known: Map<string, Sent>;
  readonly pool: Map<string, Sent>;
  readonly blocks: Block[];
  readonly included: Map<string, Inclusion>;
  readonly effects: Map<string, Effect>;
  /** By sender queue, the next sequence; by sender queue and sequence, the transaction that used it. */
  readonly next: Map<string, bigint>;
  readonly users: Map<string, Inclusion>;
  /** References that the chain accepts once. */
  readonly guarded: Set<string>;
  count: number;
  /** Finalized blocks are never reorged. */
  finalHeight: bigint;
  trouble: ChainTrouble;
}

/** A transaction with an effect. */
export interface Effect {
  readonly transactionId: string;
  readonly height: bigint;
  readonly movement: Movement;
  /** The chain operation; undefined for a transaction of an external sender. */
  readonly operation: ChainOperation | undefined;
}

export interface LivingChainOptions {
  readonly key: ChainKey;
  /** With sequences a transaction waits for the previous one; without, it expires. */
  readonly isSequenced: boolean;
  readonly finality: number;
}

export interface ChainTrouble {
  /** A node that does not respond, before or after it has executed the request. */
  readonly silence: () => "none" | "before" | "after";
  readonly failsToRun: () => boolean;
}

export function mine(state: ChainState): void {
  const height = heightOf(state) + 1n;
  const inclusions: Inclusion[] = [];
  for (const sent of [...state.pool.values()].toSorted(bySequenceAndFee)) {
    if (sent.sequence !== undefined && sent.sequence !== (state.next.get(sent.senderQueue) ?? 0n)) continue;
    if (sent.expiresAtHeight !== undefined && height >= sent.expiresAtHeight) continue;
    inclusions.push(include(state, sent, height));
  }
  state.count += 1;
  state.blocks.push({ hash: `block-${state.count}`, inclusions });
  const final = height - BigInt(state.options.finality);
  if (final > state.finalHeight) state.finalHeight = final;
  for (const [id, sent] of state.pool)
    if (state.included.has(id) || isStale(state, sent)) state.pool.delete(id);
}

function bySequenceAndFee(left: Sent, right: Sent): number {
  return Number((left.sequence ?? 0n) - (right.sequence ?? 0n)) || Number(right.fee - left.fee);
}

function include(state: ChainState, sent: Sent, height: bigint): Inclusion {
  const { operation } = sent;
  const movement = sent.submission ?? (operation === undefined ? undefined : movementOf(operation));
  const failure = failureOf(state, sent, movement);
  const inclusion: Inclusion = {
    sent,
    height,
    failure,
    movement: failure === undefined ? movement : undefined,
  };
  state.included.set(sent.id, inclusion);
  if (sent.sequence !== undefined) {
    state.next.set(sent.senderQueue, sent.sequence + 1n);
    state.users.set(`${sent.senderQueue} ${sent.sequence}`, inclusion);
  }
  if (inclusion.movement !== undefined) {
    state.book.move(inclusion.movement);
    state.effects.set(sent.id, { transactionId: sent.id, height, movement: inclusion.movement, operation });
  }
  return inclusion;
}

export function isUsed({ guarded, effects }: ChainState, operation: ChainOperation | undefined): boolean {
  if (operation === undefined || !guarded.has(operation.reference)) return false;
  return [...effects.values()].some((effect) => effect.operation?.reference === operation.reference);
}

function failureOf(
  state: ChainState,
  { operation }: Sent,
  movement: Movement | undefined,
): FailureReason | undefined {
  const { book, trouble } = state;
  if (movement === undefined) return undefined;
  if (isUsed(state, operation)) return "reference_used";
  const refused = book.refuse(movement);
  if (refused !== undefined) return refused;
  return operation !== undefined && trouble.failsToRun() ? "rejected" : undefined;
}

export function isStale({ next }: ChainState, { senderQueue, sequence }: Sent): boolean {
  return sequence !== undefined && sequence < (next.get(senderQueue) ?? 0n);
}

export function reorganise(state: ChainState, blocks: number, isLost: () => boolean): void {
  for (let done = 0; done < blocks && heightOf(state) > state.finalHeight; done += 1) {
    const block = state.blocks.pop();
    for (const inclusion of (block?.inclusions ?? []).toReversed()) takeBack(state, inclusion, isLost);
  }
}

function takeBack(state: ChainState, { sent, movement }: Inclusion, isLost: () => boolean): void {
  state.included.delete(sent.id);
  state.effects.delete(sent.id);
  if (movement !== undefined) state.book.undo(movement);
  if (sent.sequence !== undefined) {
    state.next.set(sent.senderQueue, sent.sequence);
    state.users.delete(`${sent.senderQueue} ${sent.sequence}`);
  }
  if (sent.submission !== undefined || !isLost()) state.pool.set(sent.id, sent);
}

export function heightOf({ blocks }: ChainState): bigint {
  return BigInt(blocks.length - 1);
}

export function movementOf(operation: ChainOperation): Movement | undefined {
  switch (operation.kind) {
    case "mint":
    case "burn":
    case "transfer": {
      const { contract, units } = operation;
      const from = "from" in operation ? operation.from : undefined;
      const to = "to" in operation ? operation.to : undefined;
      return { contract, from, to, units };
    }
    case "deploy":
    case "freeze":
    case "unfreeze":
      return undefined;
  }
}
