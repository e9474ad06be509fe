import type { Address, MaybeEncodedAccount } from "@solana/kit";

/** What accounts were before each slot that is not final yet, so that older states can be told and restored. */
export interface AccountHistory {
  note(slot: bigint, before: MaybeEncodedAccount): void;
  /** The account as it stood at the end of a slot; undefined when it has not changed since. */
  at(slot: bigint, address: Address): MaybeEncodedAccount | undefined;
  /** Every account that changed after a slot, as it stood at its end. */
  changedSince(slot: bigint): readonly MaybeEncodedAccount[];
  /** What happened up to a slot is final: it is never asked for again. */
  settle(slot: bigint): void;
  /** What happened after a slot is undone. */
  undo(slot: bigint): void;
}

interface Change {
  readonly slot: bigint;
  readonly before: MaybeEncodedAccount;
}

export function createAccountHistory(): AccountHistory {
  const changes = new Map<Address, readonly Change[]>();

  const keep = (isKept: (change: Change) => boolean): void => {
    for (const [address, list] of changes) {
      const kept = list.filter(isKept);
      if (kept.length === 0) changes.delete(address);
      else changes.set(address, kept);
    }
  };
  const at = (slot: bigint, address: Address): MaybeEncodedAccount | undefined =>
    changes.get(address)?.find((change) => change.slot > slot)?.before;

  return {
    note: (slot, before) => {
      const known = changes.get(before.address) ?? [];
      // What it was before the slot is what it was before the first change in it.
      if (known.at(-1)?.slot !== slot) changes.set(before.address, [...known, { slot, before }]);
    },
    at,
    changedSince: (slot) => [...changes.keys()].flatMap((address) => at(slot, address) ?? []),
    settle: (slot) => keep((change) => change.slot > slot),
    undo: (slot) => keep((change) => change.slot <= slot),
  };
}
