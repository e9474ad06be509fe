import type { Address, MaybeEncodedAccount } from "@solana/kit";

/** Account states before each slot that is not final yet, so that older states can be read and reverted to. */
export interface AccountHistory {
  note(slot: bigint, before: MaybeEncodedAccount): void;
  /** The account at the end of a slot; undefined if it has not changed since. */
  at(slot: bigint, address: Address): MaybeEncodedAccount | undefined;
  /** Every account that changed after a slot, as of its end. */
  changedSince(slot: bigint): readonly MaybeEncodedAccount[];
  /** A slot is final: earlier states are not needed any more. */
  settle(slot: bigint): void;
  /** Reverts changes after a slot. */
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
      // Only the state before the first change in a slot is kept.
      if (known.at(-1)?.slot !== slot) changes.set(before.address, [...known, { slot, before }]);
    },
    at,
    changedSince: (slot) => [...changes.keys()].flatMap((address) => at(slot, address) ?? []),
    settle: (slot) => keep((change) => change.slot > slot),
    undo: (slot) => keep((change) => change.slot <= slot),
  };
}
