import type { FailureReason } from "../../src/chains/chain.ts";

/** Tokens from one holder to another; `from` is undefined for a mint, `to` for a burn. */
export interface Movement {
  readonly contract: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly units: bigint;
}

/** Token balances of a chain. */
export interface TokenBook {
  balance(contract: string, holder: string): bigint;
  supply(contract: string): bigint;
  /** Why the chain would refuse it now; undefined when it would not. */
  refuse(movement: Movement): FailureReason | undefined;
  move(movement: Movement): void;
  undo(movement: Movement): void;
  /** Neither sends nor receives of this holder are possible. */
  freeze(contract: string, holder: string): void;
  /** Neither sends nor receives of any holder are possible. */
  pause(contract: string): void;
  thaw(): void;
}

export function createTokenBook(): TokenBook {
  const balances = new Map<string, bigint>();
  const supplies = new Map<string, bigint>();
  const frozen = new Set<string>();
  const paused = new Set<string>();
  const nameOf = (contract: string, holder: string): string => `${contract} ${holder}`;
  const balance = (contract: string, holder: string): bigint => balances.get(nameOf(contract, holder)) ?? 0n;
  const supply = (contract: string): bigint => supplies.get(contract) ?? 0n;
  const add = (contract: string, holder: string | undefined, units: bigint): void => {
    if (holder === undefined) supplies.set(contract, supply(contract) - units);
    else balances.set(nameOf(contract, holder), balance(contract, holder) + units);
  };
  const apply = ({ contract, from, to }: Movement, units: bigint): void => {
    add(contract, from, -units);
    add(contract, to, units);
  };
  return {
    balance,
    supply,
    refuse: ({ contract, from, to, units }) => {
      if (paused.has(contract)) return "paused";
      for (const holder of [from, to])
        if (holder !== undefined && frozen.has(nameOf(contract, holder))) return "frozen";
      return from !== undefined && balance(contract, from) < units ? "insufficient_tokens" : undefined;
    },
    move: (movement) => apply(movement, movement.units),
    undo: (movement) => apply(movement, -movement.units),
    freeze: (contract, holder) => frozen.add(nameOf(contract, holder)),
    pause: (contract) => paused.add(contract),
    thaw: () => {
      frozen.clear();
      paused.clear();
    },
  };
}
