import type { LedgerAccount, Operation } from "../src/ledger/index.ts";

/**
 * A minimal ledger: numbers in a map, one operation after the other. It shares no code with the real one, so that both
 * being wrong in the same way is unlikely.
 */
export interface LedgerModel {
  /** Executes the operation and returns its expected outcome. */
  take(operation: Operation): string;
  balances(): Readonly<Record<string, { readonly posted: bigint; readonly held: bigint }>>;
  openHolds(): readonly string[];
  /** A copy of the current state, to continue from after a rollback. */
  copy(): LedgerModel;
}

interface Book {
  readonly posted: Map<string, bigint>;
  readonly held: Map<string, bigint>;
  readonly holds: Map<string, { readonly name: string; readonly units: bigint; readonly isOpen: boolean }>;
  readonly done: Map<string, string>;
}

export function createLedgerModel(
  book: Book = { posted: new Map(), held: new Map(), holds: new Map(), done: new Map() },
): LedgerModel {
  return {
    take: (operation) => take(book, operation),
    balances: () =>
      Object.fromEntries(
        [...book.posted].map(([name, posted]) => [name, { posted, held: book.held.get(name) ?? 0n }]),
      ),
    openHolds: () => [...book.holds].filter(([, hold]) => hold.isOpen).map(([key]) => key),
    copy: () =>
      createLedgerModel({
        posted: new Map(book.posted),
        held: new Map(book.held),
        holds: new Map(book.holds),
        done: new Map(book.done),
      }),
  };
}

export function nameOf({ kind, owner, chain, asset }: LedgerAccount): string {
  return [kind, owner, chain, asset.code].join(" ");
}

function take(book: Book, operation: Operation): string {
  const effect = JSON.stringify(operation, (_name, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  const before = book.done.get(operation.key);
  if (before !== undefined) return before === effect ? "repeated" : "conflict";
  const outcome = act(book, operation);
  if (outcome === "recorded") book.done.set(operation.key, effect);
  return outcome;
}

function act(book: Book, operation: Operation): string {
  if (operation.type === "hold") {
    const name = nameOf(operation.account);
    if (isLimited(name) && available(book, name) < operation.units) return "insufficient_balance";
    add(book.posted, name, 0n);
    add(book.held, name, operation.units);
    book.holds.set(operation.key, { name, units: operation.units, isOpen: true });
    return "recorded";
  }
  const moves = "postings" in operation ? operation.postings : [];
  const hold = "holdKey" in operation ? book.holds.get(operation.holdKey) : undefined;
  if ("holdKey" in operation && hold?.isOpen !== true) return "conflict";
  const after = new Map<string, bigint>();
  for (const { account, units } of moves) {
    const name = nameOf(account);
    after.set(
      name,
      (after.get(name) ?? available(book, name) + (hold?.name === name ? hold.units : 0n)) + units,
    );
  }
  if (hold !== undefined && operation.type === "post_hold") {
    const taken = moves.reduce(
      (sum, { account, units }) => (nameOf(account) === hold.name ? sum - units : sum),
      0n,
    );
    if (taken <= 0n || taken > hold.units) return "conflict";
  }
  for (const [name, left] of after) {
    if (isLimited(name) && left < 0n) return "insufficient_balance";
    if (name.startsWith("supply") && postedAfter(book, name, moves) > 0n) return "unprocessable";
  }
  for (const { account, units } of moves) add(book.posted, nameOf(account), units);
  if (hold !== undefined && "holdKey" in operation) {
    add(book.held, hold.name, -hold.units);
    book.holds.set(operation.holdKey, { ...hold, isOpen: false });
  }
  return "recorded";
}

function isLimited(name: string): boolean {
  return /^(wallet|reserve|treasury|suspense|fees)/.test(name);
}

function available({ posted, held }: Book, name: string): bigint {
  return (posted.get(name) ?? 0n) - (held.get(name) ?? 0n);
}

function postedAfter(
  { posted }: Book,
  name: string,
  moves: readonly { readonly account: LedgerAccount; readonly units: bigint }[],
): bigint {
  return moves.reduce(
    (sum, { account, units }) => (nameOf(account) === name ? sum + units : sum),
    posted.get(name) ?? 0n,
  );
}

function add(sums: Map<string, bigint>, name: string, units: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + units);
}
