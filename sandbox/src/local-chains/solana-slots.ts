import { createHash } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";

export interface Slot {
  readonly slot: bigint;
  readonly blockhash: string;
  readonly parent: string;
  readonly timeSeconds: number;
  readonly signatures: readonly string[];
}

/** A blockhash is valid for this many blocks after its own. */
export const blockhashLifetime = 150n;

/** Slots of a chain from the first on; each has a block, and its hash depends on all before it. */
export interface Slots {
  readonly first: Slot;
  head(): Slot;
  at(slot: bigint): Slot | undefined;
  /** The slot `lag` below the head, or the first. */
  behind(lag: bigint): bigint;
  /** The last slot that can include a transaction with this blockhash; undefined for an unknown hash. */
  validUntil(blockhash: string): bigint | undefined;
  add(timeSeconds: number, signatures: readonly string[]): void;
  /** Removes slots after this one; new slots in their place have other hashes. */
  cut(slot: bigint): void;
}

export function createSlots(genesis: string, firstSlot: bigint): Slots {
  const genesisHash = hashOf(`genesis ${genesis}`);
  const first: Slot = {
    slot: firstSlot,
    blockhash: genesisHash,
    parent: genesisHash,
    timeSeconds: 0,
    signatures: [],
  };
  const slots = [first];
  const slotOfHash = new Map([[genesisHash, firstSlot]]);
  let forks = 0;
  const head = (): Slot => slots.at(-1) ?? first;

  return {
    first,
    head,
    at: (slot) => slots[Number(slot - firstSlot)],
    behind: (lag) => {
      const slot = head().slot - lag;
      if (slot < firstSlot) return firstSlot;
      return slot;
    },
    validUntil: (blockhash) => {
      const slot = slotOfHash.get(blockhash);
      return slot === undefined ? undefined : slot + blockhashLifetime;
    },
    add: (timeSeconds, signatures) => {
      const { blockhash: parent, slot: below } = head();
      const slot = below + 1n;
      const blockhash = hashOf(`${parent} ${slot} ${forks} ${signatures.join(" ")}`);
      slots.push({ slot, blockhash, parent, timeSeconds, signatures });
      slotOfHash.set(blockhash, slot);
    },
    cut: (slot) => {
      forks += 1;
      for (const { blockhash } of slots.splice(Number(slot - firstSlot) + 1)) slotOfHash.delete(blockhash);
    },
  };
}

function hashOf(text: string): string {
  return getBase58Decoder().decode(createHash("sha256").update(text).digest());
}
