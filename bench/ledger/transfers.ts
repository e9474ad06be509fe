/** Units from one account to another, under a new key. */
export interface Transfer {
  readonly key: string;
  readonly payer: number;
  readonly payee: number;
  readonly units: bigint;
}

/** Payers: all accounts, or one account. The payees are all accounts in both cases. */
export const loads = ["spread", "hot"] as const;
export type Load = (typeof loads)[number];

/** The accounts are numbered from 1. */
export const spreadAccounts = 10_000;
/** The last in lock order, so that a transaction locks it as late as possible. */
export const hotAccount = spreadAccounts + 1;
/** The source of all funds; the only account that may be negative. */
export const supplyAccount = 0;
/** More than a run can spend, so that no transfer is refused. */
export const fundedUnits = 10n ** 15n;

const largestTransfer = 1_000;

export function createTransferMaker(load: Load, keyPrefix: string): () => Transfer {
  let sequence = 0;
  return () => {
    sequence += 1;
    const payer = load === "hot" ? hotAccount : 1 + below(spreadAccounts);
    // Any account but the payer: a random offset, modulo the number of accounts.
    const payee =
      load === "hot" ? 1 + below(spreadAccounts) : 1 + ((payer + below(spreadAccounts - 1)) % spreadAccounts);
    // Keys ascend with time, as those of real transfers do.
    const key = `transfer/${keyPrefix}-${String(sequence).padStart(10, "0")}/complete`;
    return { key, payer, payee, units: BigInt(1 + below(largestTransfer)) };
  };
}

function below(limit: number): number {
  return Math.floor(Math.random() * limit);
}

/** The acknowledged transfers; the books must match them. */
export interface Tally {
  readonly transfers: number;
  /** Change of each account's balance, by number; undefined for a peer that doesn't report its transfers. */
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
