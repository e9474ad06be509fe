import Type, { type Static } from "typebox";
import { findAccounts } from "../../accounts/index.ts";
import { findAddresses } from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import type { RowSource } from "../../http/list-route.ts";
import { forwardPageQuery, PaginationSchema } from "../../http/paging.ts";
import type { Route } from "../../http/route.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { formatAmount } from "../../kernel/money.ts";
import { cutForwardPage, type PageRequest, rowsToFetch } from "../../kernel/page.ts";
import {
  type Balance,
  type BalanceFilter,
  findAccountByPath,
  type LedgerScope,
  ledgerAccountKinds,
  listBalances,
  pathOf,
} from "../../ledger/index.ts";
import { findTokensByIds } from "../../tokens/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList } from "../console-route.ts";
import { type JournalPlace, placed, scopeOf } from "./journal-place.ts";
import { LedgerAccountSchema, presentLedgerAccount } from "./ledger-response.ts";

const maxPartLength = 64;
const part = (description: string) => Type.Optional(Type.String({ maxLength: maxPartLength, description }));

/** Forward-only, ordered by kind, owner, chain and asset. */
const Query = strictObject({
  ...forwardPageQuery,
  kind: Type.Optional(Type.Enum([...ledgerAccountKinds])),
  owner: part("Id of an address, token or account."),
  chain: part("Chain name."),
  asset: part("Currency or token code."),
});

const BalanceSchema = named(
  "ConsoleLedgerBalance",
  Type.Object({
    account: LedgerAccountSchema,
    owner_name: nullableString({ description: "Of an address, a token or an account." }),
    posted: Type.String(),
    held: Type.String(),
    available: Type.String(),
  }),
);

const BalancesSchema = named(
  "ConsoleLedgerBalances",
  Type.Object({ accounts: Type.Array(BalanceSchema), pagination: PaginationSchema }),
);

const balanceRows: RowSource<BalanceFilter & { readonly scope: LedgerScope }, Balance> = {
  page: async (session, { scope, sort: _, createdAfter: __, createdBefore: ___, ...filter }, page) => {
    const after = await lastOf(session, scope, page);
    const found = await listBalances(session, scope, filter, { limit: rowsToFetch(page), after });
    return cutForwardPage(found, page, ({ account }) => pathOf(account));
  },
};

export function accountsRoute({ database }: ConsoleDeps, place: JournalPlace): Route {
  return consoleList(`GET ${place.path}/accounts`, {
    ...placed(place, "listLedgerAccounts"),
    summary: "List the accounts of a journal with their balances",
    query: Query,
    response: { description: "A page, ordered by kind, owner, chain and asset.", schema: BalancesSchema },
    list: {
      session: database,
      rows: balanceRows,
      filters: (request) => ({ scope: scopeOf(request), ...filterOf(request.query) }),
      name: "ledger-accounts",
      present: async (balances, request) => {
        const names = await findOwnerNames(database, scopeOf(request), balances);
        return balances.map((balance) => presentBalance(balance, names));
      },
    },
  });
}

function filterOf({ kind, owner, chain, asset }: Static<typeof Query>): BalanceFilter {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(owner === undefined ? {} : { owners: [owner] }),
    ...(chain === undefined ? {} : { chain }),
    ...(asset === undefined ? {} : { asset }),
  };
}

/** The cursor contains the path of the last account; accounts are never removed. */
async function lastOf(database: Session, scope: LedgerScope, { position }: PageRequest) {
  return position === undefined ? undefined : findAccountByPath(database, scope, position);
}

/** By the ids of the owners. */
async function findOwnerNames(
  database: ConsoleDeps["database"],
  scope: LedgerScope,
  balances: readonly Balance[],
): Promise<ReadonlyMap<string, string>> {
  const ids = balances.map(({ account: { owner } }) => owner).filter((owner) => owner !== undefined);
  const accountIds = ids.map((id) => parseId<"account">(id)).filter((id) => id !== undefined);
  const reserved = balances.flatMap(({ account: { kind, owner } }) =>
    kind === "reserve" && owner ? [owner] : [],
  );
  const [addresses, accounts, tokens] = await Promise.all([
    findAddresses(database, scope, ids),
    accountIds.length === 0 ? [] : findAccounts(database, scope.tenantId, accountIds),
    reserved.length === 0 ? [] : findTokensByIds(database, scope.network, reserved),
  ]);
  return new Map<string, string>([
    ...tokens.map(({ id, valueType }) => [id, valueType] as const),
    ...[...addresses, ...accounts].map(({ id, name }) => [id, name] as const),
  ]);
}

function presentBalance(
  { account, posted, held, available }: Balance,
  names: ReadonlyMap<string, string>,
): Static<typeof BalanceSchema> {
  const { kind, owner, asset } = account;
  return {
    account: presentLedgerAccount(account),
    owner_name: kind === "supply" ? asset.code : (names.get(owner ?? "") ?? null),
    posted: formatAmount(posted),
    held: formatAmount(held),
    available: formatAmount(available),
  };
}
