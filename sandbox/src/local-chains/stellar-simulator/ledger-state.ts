/** An account, as the protocol's AccountEntry with its extensions. Amounts are stroops (10^-7). */
export interface AccountState {
  readonly id: string;
  readonly balance: bigint;
  readonly sequence: bigint;
  readonly flags: number;
  readonly thresholds: Thresholds;
  readonly signers: readonly SignerState[];
  readonly homeDomain: string;
  readonly subentries: number;
  readonly sponsoring: number;
  readonly sponsored: number;
  readonly sponsor: string | undefined;
  readonly modifiedAt: number;
}

export interface Thresholds {
  readonly master: number;
  readonly low: number;
  readonly medium: number;
  readonly high: number;
}

export interface SignerState {
  readonly key: string;
  readonly weight: number;
  readonly sponsor: string | undefined;
}

export interface TrustlineState {
  readonly account: string;
  /** `CODE:ISSUER`. */
  readonly asset: string;
  readonly balance: bigint;
  readonly limit: bigint;
  readonly flags: number;
  readonly sponsor: string | undefined;
  readonly modifiedAt: number;
}

/** A data entry of an account. */
export interface DataState {
  readonly account: string;
  readonly name: string;
  readonly value: Buffer;
  readonly sponsor: string | undefined;
  readonly modifiedAt: number;
}

/**
 * A ledger view for changes. Changes are visible in this view; they reach the parent view only with `commit`. That way,
 * a failed transaction has no effect.
 */
export interface LedgerView {
  /** Sequence of the ledger that is being closed. */
  readonly ledger: number;
  account(id: string): AccountState | undefined;
  trustline(account: string, asset: string): TrustlineState | undefined;
  putAccount(account: Omit<AccountState, "modifiedAt">): void;
  putTrustline(trustline: Omit<TrustlineState, "modifiedAt">): void;
  removeTrustline(account: string, asset: string): void;
  data(account: string, name: string): DataState | undefined;
  putData(entry: Omit<DataState, "modifiedAt">): void;
  removeData(account: string, name: string): void;
  branch(): LedgerView & { commit(): void };
}

/** The entries of the last closed ledger. */
export interface LedgerState {
  readonly accounts: Map<string, AccountState>;
  readonly trustlines: Map<string, TrustlineState>;
  readonly data: Map<string, DataState>;
}

export function emptyState(): LedgerState {
  return { accounts: new Map(), trustlines: new Map(), data: new Map() };
}

export function trustlineKey(account: string, asset: string): string {
  return `${account}/${asset}`;
}

export function dataKey(account: string, name: string): string {
  return `${account}/${name}`;
}

/** Changes in this view take effect immediately. */
export function viewOf(state: LedgerState, ledger: number): LedgerView {
  return createView(ledger, {
    account: (id) => state.accounts.get(id),
    trustline: (key) => state.trustlines.get(key),
    setAccount: (id, account) => state.accounts.set(id, account),
    setTrustline: (key, line) =>
      line === undefined ? state.trustlines.delete(key) : state.trustlines.set(key, line),
    data: (key) => state.data.get(key),
    setData: (key, entry) => (entry === undefined ? state.data.delete(key) : state.data.set(key, entry)),
  });
}

interface Entries {
  account(id: string): AccountState | undefined;
  trustline(key: string): TrustlineState | undefined;
  setAccount(id: string, account: AccountState): void;
  setTrustline(key: string, line: TrustlineState | undefined): void;
  data(key: string): DataState | undefined;
  setData(key: string, entry: DataState | undefined): void;
}

function createView(ledger: number, entries: Entries): LedgerView {
  return {
    ledger,
    account: (id) => entries.account(id),
    trustline: (account, asset) => entries.trustline(trustlineKey(account, asset)),
    putAccount: (account) => entries.setAccount(account.id, { ...account, modifiedAt: ledger }),
    putTrustline: (line) =>
      entries.setTrustline(trustlineKey(line.account, line.asset), { ...line, modifiedAt: ledger }),
    removeTrustline: (account, asset) => entries.setTrustline(trustlineKey(account, asset), undefined),
    data: (account, name) => entries.data(dataKey(account, name)),
    putData: (entry) => entries.setData(dataKey(entry.account, entry.name), { ...entry, modifiedAt: ledger }),
    removeData: (account, name) => entries.setData(dataKey(account, name), undefined),
    branch: () => createBranch(ledger, entries),
  };
}

function createBranch(ledger: number, below: Entries): LedgerView & { commit(): void } {
  const accounts = new Map<string, AccountState>();
  const trustlines = new Map<string, TrustlineState | undefined>();
  const data = new Map<string, DataState | undefined>();
  const view = createView(ledger, {
    account: (id) => accounts.get(id) ?? below.account(id),
    trustline: (key) => (trustlines.has(key) ? trustlines.get(key) : below.trustline(key)),
    setAccount: (id, account) => accounts.set(id, account),
    setTrustline: (key, line) => trustlines.set(key, line),
    data: (key) => (data.has(key) ? data.get(key) : below.data(key)),
    setData: (key, entry) => data.set(key, entry),
  });
  const commit = (): void => {
    for (const [id, account] of accounts) below.setAccount(id, account);
    for (const [key, line] of trustlines) below.setTrustline(key, line);
    for (const [key, entry] of data) below.setData(key, entry);
  };
  return { ...view, commit };
}
