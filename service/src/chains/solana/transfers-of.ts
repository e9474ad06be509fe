import type { TokenTransfer } from "../chain.ts";
import type { NodeTransaction, TokenBalance } from "./node-answers.ts";

/** Which token accounts are looked at, and whose they are. */
export type Watched = ReadonlyMap<string, { readonly contract: string; readonly holder: string }>;

/**
 * What a transaction did to the watched accounts, told by what they held before and after: that is true however the
 * tokens moved, also inside of other programs. `index` is the place of the account that rose (or, in a burn, fell).
 */
export function transfersOf(
  id: string,
  transaction: NodeTransaction,
  watched: Watched,
): readonly TokenTransfer[] {
  const changes = changesOf(transaction);
  return [...new Set(changes.map(({ mint }) => mint))].flatMap((contract) =>
    movesOf(changes.filter(({ mint }) => mint === contract))
      .filter(({ accounts }) => accounts.some((account) => watched.get(account)?.contract === contract))
      .map(({ move }) => ({
        contract,
        ...move,
        transactionId: id,
        height: transaction.slot,
        blockHash: "",
      })),
  );
}

interface Change {
  readonly index: number;
  readonly account: string;
  readonly mint: string;
  readonly owner: string | undefined;
  readonly units: bigint;
}

function changesOf({ transaction, meta }: NodeTransaction): readonly Change[] {
  const loaded = meta.loadedAddresses;
  const keys = [...transaction.message.accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])];
  const before = byIndex(meta.preTokenBalances ?? []);
  const after = byIndex(meta.postTokenBalances ?? []);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((index) => {
    const [was, is] = [before.get(index), after.get(index)];
    const known = is ?? was;
    const units = (is?.uiTokenAmount.amount ?? 0n) - (was?.uiTokenAmount.amount ?? 0n);
    if (known === undefined || units === 0n) return [];
    return [{ index, account: keys[index] ?? "", mint: known.mint, owner: known.owner, units }];
  });
}

function byIndex(balances: readonly TokenBalance[]): ReadonlyMap<number, TokenBalance> {
  return new Map(balances.map((balance) => [balance.accountIndex, balance]));
}

interface Move {
  /** The token accounts that make it one to be told, when they are watched. */
  readonly accounts: readonly string[];
  readonly move: Pick<TokenTransfer, "index" | "from" | "otherSenders" | "to" | "units">;
}

/**
 * Who sent is told only when it is beyond doubt: one account fell, and nothing was minted besides. Otherwise all that may
 * have sent are named, so that none of them goes unseen.
 */
function movesOf(changes: readonly Change[]): readonly Move[] {
  const fallen = changes.filter(({ units }) => units < 0n);
  const surplus = changes.reduce((sum, { units }) => sum + units, 0n);
  const only = fallen.length === 1 ? fallen[0] : undefined;
  const sender = surplus <= 0n ? only : undefined;
  const owners = new Set(fallen.flatMap(({ owner }) => owner ?? []));
  const doubtful = sender === undefined && owners.size > 0 ? { otherSenders: [...owners] } : {};
  const arrivals = changes
    .filter(({ units }) => units > 0n)
    .map(({ index, account, owner, units }) => ({
      accounts: sender === undefined ? [account] : [account, sender.account],
      move: { index, from: sender?.owner, ...doubtful, to: owner, units },
    }));
  if (surplus >= 0n || only === undefined) return arrivals;
  const { index, account, owner } = only;
  return [...arrivals, { accounts: [account], move: { index, from: owner, to: undefined, units: -surplus } }];
}
