import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type Balance, balanceOf, noUnits } from "../balance.ts";
import { type LedgerAccount, type LedgerAccountKind, ledgerAccountKinds, pathOf } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import { selectBalances, selectBalancesOfKinds, selectBalancesOfOwners } from "./balances-store.ts";
import { selectSums } from "./read-store.ts";

const maxAccountsPerRead = 1_000;
const maxOwnersPerList = 1_000;
const maxBalancesPerPage = 1_000;

/** Balances of these accounts, in their order. Unused accounts are zero. */
export async function readBalances(
  session: Session,
  scope: LedgerScope,
  accounts: readonly LedgerAccount[],
): Promise<readonly Balance[]> {
  assert(accounts.length <= maxAccountsPerRead, `at most ${maxAccountsPerRead} balances are read at once`);
  const known = await selectBalances(session, scope, accounts);
  const byPath = new Map(known.map((found) => [pathOf(found.account), found]));
  return accounts.map((account) => {
    const found = byPath.get(pathOf(account));
    const { code, scale } = account.asset;
    assert(found === undefined || found.account.asset.scale === scale, `${code} has one scale`);
    return balanceOf(account, found ?? noUnits);
  });
}

/** Account filter; all given fields must match. */
export interface BalanceFilter {
  readonly kind?: LedgerAccountKind;
  readonly owners?: readonly string[];
  readonly chain?: string;
  /** Asset code. */
  readonly asset?: string;
}

export interface BalancePage {
  readonly limit: number;
  /** The last account of the previous page. */
  readonly after?: LedgerAccount | undefined;
}

/** Accounts that were ever used, with balances, ordered by kind, owner, chain and asset. */
export async function listBalances(
  session: Session,
  scope: LedgerScope,
  filter: BalanceFilter,
  page: BalancePage,
): Promise<readonly Balance[]> {
  const { kind, owners, chain, asset } = filter;
  assert(page.limit > 0 && page.limit <= maxBalancesPerPage, "a page of balances has a limit");
  assert((owners?.length ?? 0) <= maxOwnersPerList, `at most ${maxOwnersPerList} owners are requested`);
  const input = { kinds: kind === undefined ? ledgerAccountKinds : [kind], chain, asset, ...page };
  const rows =
    owners === undefined
      ? await selectBalancesOfKinds(session, scope, input)
      : await selectBalancesOfOwners(session, scope, { ...input, owners: [...new Set(owners)] });
  return rows.map((row) => balanceOf(row.account, row));
}

/** All of them, in parts. */
export async function* streamBalances(
  session: Session,
  scope: LedgerScope,
  filter: BalanceFilter,
): AsyncGenerator<readonly Balance[], void, undefined> {
  const limit = maxBalancesPerPage;
  let after: LedgerAccount | undefined;
  do {
    const balances = await listBalances(session, scope, filter, { limit, after });
    yield balances;
    after = balances.length < limit ? undefined : balances.at(-1)?.account;
  } while (after !== undefined);
}

export interface SumQuery {
  readonly kind: LedgerAccountKind;
  readonly asset: LedgerAccount["asset"];
  /** Only accounts of this owner, for example a token. */
  readonly owner?: string;
}

/** Sum of all accounts of a kind for an asset, for example the minted supply of a token across chains. */
export async function sumBalances(
  session: Session,
  scope: LedgerScope,
  { kind, asset, owner }: SumQuery,
): Promise<Omit<Balance, "account">> {
  const sums = await selectSums(session, scope, { kind, assetCode: asset.code, owner });
  assert(
    sums.every(({ scale }) => scale === asset.scale),
    `${asset.code} has one scale`,
  );
  assert(
    sums.every(({ lost }) => lost === 0),
    `no ${kind} account of ${asset.code} is missing its balance`,
  );
  const { posted, held, available } = balanceOf({ kind, asset }, sums[0] ?? noUnits);
  return { posted, held, available };
}
