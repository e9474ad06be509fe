import type { Network } from "../kernel/id.ts";
import { formatAmount } from "../kernel/money.ts";
import { orNotFound } from "../kernel/refusal.ts";
import {
  type Balance,
  type BalanceFilter,
  findAccountByPath,
  ledgerAccountKinds,
  pathOf,
  statementCsv,
  statementJson,
  streamBalances,
  streamStatement,
  summariseStatement,
  totalOverTenants,
} from "../ledger/index.ts";
import { collectStream, type ItemList, presentItems } from "./item-list.ts";
import { type JournalName, readScope } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";
import { readMoment, readOneOf, refuseAt } from "./read-input.ts";

export interface LedgerBalanceView {
  readonly account: string;
  readonly asset: string;
  readonly posted: string;
  readonly held: string;
  readonly available: string;
}

export interface BalancesRequest extends JournalName {
  readonly kind?: string;
  readonly owner?: string;
  readonly chain?: string;
  readonly asset?: string;
}

/** Accounts of a journal with their balances, by kind, owner, chain and asset. */
export async function listLedgerBalances(
  admin: AdminContext,
  request: BalancesRequest,
): Promise<ItemList<LedgerBalanceView>> {
  const scope = readScope(request);
  const filter = readFilter(request);
  return presentItems(await collectStream(streamBalances(admin.database, scope, filter)), viewBalance);
}

export interface LedgerTotalView {
  readonly kind: string;
  /** Undefined for off-chain accounts. */
  readonly chain: string | undefined;
  readonly posted: string;
}

/** Totals of an asset across all journals (tenants and platform), by kind and chain, from one snapshot. */
export async function listLedgerTotals(
  { database }: AdminContext,
  { network, asset }: { readonly network: Network; readonly asset: string },
): Promise<readonly LedgerTotalView[]> {
  return database.transaction(
    async (tx) => {
      const views: LedgerTotalView[] = [];
      for (const kind of ledgerAccountKinds) {
        for (const total of await totalOverTenants(tx, { network, kind, assetCodes: [asset] })) {
          const posted = formatAmount({ units: total.posted, asset: { code: asset, scale: total.scale } });
          views.push({ kind, chain: total.chain === "" ? undefined : total.chain, posted });
        }
      }
      return views;
    },
    { isolation: "repeatable read" },
  );
}

export interface StatementRequest extends JournalName {
  /** The path of an account, such as `wallet/OWNER/CHAIN/ASSET`. */
  readonly account: string;
  /** RFC 3339. */
  readonly from: string;
  /** RFC 3339, exclusive. */
  readonly to: string;
  readonly format: "json" | "csv";
  readonly includesHolds: boolean;
}

/** An account statement of any length, streamed in pieces. */
export async function* exportStatement(
  admin: AdminContext,
  request: StatementRequest,
): AsyncGenerator<string, void, undefined> {
  const scope = readScope(request);
  const { format, includesHolds } = request;
  const [from, to] = [readMoment("from", request.from), readMoment("to", request.to)];
  if (from > to) refuseAt("to", "must not be before the start of the period");
  const found = await findAccountByPath(admin.database, scope, request.account);
  const account = orNotFound(found, "there is no account with this path in the journal");
  const summary = await summariseStatement(admin.database, scope, account, { from, to, includesHolds });
  const pages = streamStatement(admin.database, scope, summary);
  yield* format === "csv" ? statementCsv(summary, pages) : statementJson(summary, pages);
}

function readFilter({ kind, owner, chain, asset }: BalancesRequest): BalanceFilter {
  return {
    ...(kind === undefined ? {} : { kind: readOneOf("kind", ledgerAccountKinds, kind) }),
    ...(owner === undefined ? {} : { owners: [owner] }),
    ...(chain === undefined ? {} : { chain }),
    ...(asset === undefined ? {} : { asset }),
  };
}

function viewBalance({ account, posted, held, available }: Balance): LedgerBalanceView {
  return {
    account: pathOf(account),
    asset: account.asset.code,
    posted: formatAmount(posted),
    held: formatAmount(held),
    available: formatAmount(available),
  };
}
