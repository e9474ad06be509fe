import type { TokenTransfer } from "../chain.ts";
import type { NodeTransaction, TokenBalance } from "./node-responses.ts";

/** Watched token accounts and their holders. */
export type Watched = ReadonlyMap<string, { readonly contract: string; readonly holder: string }>;

/**
 * Transfers of the watched accounts, derived from balances before and after: correct however the tokens moved,
 * including inside other programs. `index` is that of the account that increased (or, in a burn, decreased).
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
        height: BigInt(transaction.slot),
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
    const units = BigInt(is?.uiTokenAmount.amount ?? 0) - BigInt(was?.uiTokenAmount.amount ?? 0);
    if (known === undefined || units === 0n) return [];
    return [{ index, account: keys[index] ?? "", mint: known.mint, owner: known.owner, units }];
  });
}

function byIndex(balances: readonly TokenBalance[]): ReadonlyMap<number, TokenBalance> {
  return new Map(balances.map((balance) => [balance.accountIndex, balance]));
}

interface Move {
  /** The move is returned if one of these token accounts is watched. */
  readonly accounts: readonly string[];
  readonly move: Pick<TokenTransfer, "index" | "from" | "otherSenders" | "to" | "units">;
}

/**
 * The sender is set only if it is certain: a single account decreased, and nothing was minted. Otherwise all possible
 * senders are returned, so that each of them is screened.
 */
function movesOf(changes: readonly Change[]): readonly Move[] {
  const decreased = changes.filter(({ units }) => units < 0n);
  const surplus = changes.reduce((sum, { units }) => sum + units, 0n);
  const only = decreased.length === 1 ? decreased[0] : undefined;
  const sender = surplus <= 0n ? only : undefined;
  const owners = new Set(decreased.flatMap(({ owner }) => owner ?? []));
  const uncertain = sender === undefined && owners.size > 0 ? { otherSenders: [...owners] } : {};
  const incoming = changes
    .filter(({ units }) => units > 0n)
    .map(({ index, account, owner, units }) => ({
      accounts: sender === undefined ? [account] : [account, sender.account],
      move: { index, from: sender?.owner, ...uncertain, to: owner, units },
    }));
  if (surplus >= 0n || only === undefined) return incoming;
  const { index, account, owner } = only;
  return [...incoming, { accounts: [account], move: { index, from: owner, to: undefined, units: -surplus } }];
}
