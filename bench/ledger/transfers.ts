/** Units from one account to another, under a key that nobody has used before. */
export interface Transfer {
  readonly key: string;
  readonly payer: number;
  readonly payee: number;
  readonly units: bigint;
}

/** Who pays: everybody alike, or one account for all. The payees are everybody in both. */
export const loads = ["spread", "hot"] as const;
export type Load = (typeof loads)[number];

/** The accounts are numbered from 1. */
export const spreadAccounts = 10_000;
/** The last in the order of locks, so that one transaction each locks it as late as it can. */
export const hotAccount = spreadAccounts + 1;
/** What all money came from; the only account that may be negative. */
export const supplyAccount = 0;
/** More than anybody could spend in a run, so that nothing is ever refused. */
export const fundedUnits = 10n ** 15n;

const largestTransfer = 1_000;

export function createTransferMaker(load: Load, keyPrefix: string): () => Transfer {
  let sequence = 0;
  return () => {
    sequence += 1;
    const payer = load === "hot" ? hotAccount : 1 + below(spreadAccounts);
    // Anybody but the payer: so many places further, round the circle.
    const payee =
      load === "hot" ? 1 + below(spreadAccounts) : 1 + ((payer + below(spreadAccounts - 1)) % spreadAccounts);
    // Keys in the order of time, as those of real transfers are.
    const key = `transfer/${keyPrefix}-${String(sequence).padStart(10, "0")}/complete`;
    return { key, payer, payee, units: BigInt(1 + below(largestTransfer)) };
  };
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}

/** What was acknowledged: the books must say the same. */
export interface Tally {
  readonly transfers: number;
  /** How much each account has gained or lost, by its number; undefined when a peer that does not tell made the transfers. */
  readonly changes: ReadonlyMap<number, bigint> | undefined;
}

export interface RunningTally extends Tally {
  add(transfer: Transfer): void;
}

export function createTally(): RunningTally {
  const changes = new Map<number, bigint>();
  let transfers = 0;
  const change = (account: number, units: bigint): void => {
    changes.set(account, (changes.get(account) ?? 0n) + units);
  };
  return {
    get transfers() {
      return transfers;
    },
    changes,
    add: ({ payer, payee, units }) => {
      transfers += 1;
      change(payer, -units);
      change(payee, units);
    },
  };
}
