import Type from "typebox";
import { type Account, findAccount } from "../accounts/index.ts";
import { type Address, addressList } from "../addresses/index.ts";
import { IdSchema, strictObject } from "../http/schemas.ts";
import { parseId } from "../kernel/id.ts";
import { formatAmount, type Money } from "../kernel/money.ts";
import { orNotFound } from "../kernel/refusal.ts";
import {
  type LedgerAccount,
  type LedgerScope,
  type StatementEntry,
  type StatementSummary,
  streamBalances,
  streamStatement,
  summariseStatement,
} from "../ledger/index.ts";
import { describePeriod } from "./describe-period.ts";
import { describeEntries } from "./entry-parties.ts";
import type { Report, ReportColumn, ReportDeps, ReportRequest, ReportRow, ReportSection } from "./report.ts";
import { formatLocal } from "./time-zone.ts";

const columns: readonly ReportColumn[] = [
  { key: "wallet", label: "Wallet", type: "text" },
  { key: "wallet_id", label: "Wallet id", type: "text" },
  { key: "chain", label: "Chain", type: "text" },
  { key: "asset", label: "Asset", type: "text" },
  { key: "at", label: "Date", type: "time", width: 70 },
  { key: "type", label: "Type", type: "text", width: 55 },
  { key: "counterparty", label: "Counterparty", type: "text", width: 85 },
  { key: "reference", label: "Reference", type: "text", width: 142 },
  { key: "credit", label: "Credit", type: "amount", width: 54 },
  { key: "debit", label: "Debit", type: "amount", width: 54 },
  { key: "balance", label: "Balance", type: "amount", width: 68 },
];

/** Entries and balances of an account's custodial addresses: one table for each address, chain and asset. */
export const statementReport: Report = {
  name: "statement",
  title: "Account statement",
  description:
    "Opening balance, entries with counterparties, and closing balance of each wallet of an account.",
  audience: "workspace",
  permission: "reports.read",
  covers: "period",
  parameters: strictObject({
    account_id: IdSchema,
    asset: Type.Optional(Type.String({ minLength: 2, maxLength: 12, description: "Only this asset." })),
  }),
  open: async (deps, request) => {
    const account = await requireAccount(deps, request);
    const { period, network } = request;
    return {
      title: "Account statement",
      facts: [
        ["Account", account.businessName ?? account.name],
        ["Account id", account.id],
        ["Network", network],
        ...describePeriod(period),
      ],
      columns,
      sections: sectionsOf(deps, request, account),
      notes: [
        "Balances are those of the ledger. Holds of transfers in progress are not deducted.",
        "Amounts are exact; no currency is converted.",
      ],
    };
  },
};

async function requireAccount(
  { database }: ReportDeps,
  { tenantId, network, parameters }: ReportRequest,
): Promise<Account> {
  const accountId = parseId<"account">(parameters["account_id"] ?? "");
  const found = accountId === undefined ? undefined : await findAccount(database, { tenantId, accountId });
  const isHere = found?.kind === "managing" || found?.network === network;
  return orNotFound(isHere ? found : undefined, "there is no account with this id");
}

/** Wallets without a balance and without entries in the period are left out. */
async function* sectionsOf(
  deps: ReportDeps,
  request: ReportRequest,
  account: Account,
): AsyncGenerator<ReportSection> {
  const { database } = deps;
  const { tenantId, network, period, parameters } = request;
  const scope = { tenantId, network };
  for await (const addresses of addressesOf(deps, { ...scope, accountId: account.id })) {
    for await (const wallets of walletsOf(deps, scope, addresses, parameters["asset"])) {
      for (const { account: wallet } of wallets) {
        const summary = await summariseStatement(database, scope, wallet, {
          from: period.from,
          to: period.to,
        });
        if (isEmpty(summary)) continue;
        const address = addresses.find(({ id }) => id === wallet.owner);
        yield sectionOf(deps, request, { summary, address });
      }
    }
  }
}

function isEmpty({ opening, closing, totalIn, totalOut }: StatementSummary): boolean {
  return [opening, closing, totalIn, totalOut].every(({ units }) => units === 0n);
}

/** Oldest first. */
async function* addressesOf(
  { database }: ReportDeps,
  scope: LedgerScope & { readonly accountId: Account["id"] },
): AsyncGenerator<readonly Address[]> {
  const sort = { by: "created", isDescending: false };
  for await (const page of addressList.stream(database, { ...scope, kind: "internal", sort }))
    if (page.length > 0) yield page;
}

function walletsOf(
  { database }: ReportDeps,
  scope: LedgerScope,
  addresses: readonly Address[],
  asset: string | undefined,
) {
  const owners = addresses.map(({ id }) => id);
  return streamBalances(database, scope, {
    kind: "wallet",
    owners,
    ...(asset === undefined ? {} : { asset }),
  });
}

interface Wallet {
  readonly summary: StatementSummary;
  readonly address: Address | undefined;
}

function sectionOf(deps: ReportDeps, request: ReportRequest, { summary, address }: Wallet): ReportSection {
  const { account, opening, closing, totalIn, totalOut } = summary;
  const { code } = account.asset;
  const name = address?.name ?? account.owner ?? "";
  const wallet = [name, account.owner ?? "", account.chain ?? "", code];
  const balanceRow = (at: string, type: string, balance: Money): ReportRow => [
    ...wallet,
    at,
    type,
    "",
    "",
    "",
    "",
    formatAmount(balance),
  ];
  const { from, to, timeZone } = request.period;
  async function* pages() {
    yield [balanceRow(formatLocal(from, timeZone), "Opening balance", opening)];
    for await (const entries of streamStatement(deps.database, request, summary))
      yield await rowsOf(deps, request, { wallet, entries, account });
    yield [balanceRow(formatLocal(to, timeZone), "Closing balance", closing)];
  }
  const totals = ["", "Total", "", "", formatAmount(totalIn), formatAmount(totalOut), formatAmount(closing)];
  return {
    title: `${name} · ${code}${account.chain === undefined ? "" : ` on ${account.chain}`}`,
    facts: [
      ...(address?.medium === "chain" ? [["Address", address.onChainAddress] as const] : []),
      ["Opening balance", `${formatAmount(opening)} ${code}`],
      ["Closing balance", `${formatAmount(closing)} ${code}`],
      ["Last ledger record", `${summary.through}`],
    ],
    pages: pages(),
    totals: () => [[...wallet, ...totals]],
  };
}

interface EntriesOfWallet {
  /** Its cells, in each row. */
  readonly wallet: ReportRow;
  readonly account: LedgerAccount;
  readonly entries: readonly StatementEntry[];
}

async function rowsOf(
  deps: ReportDeps,
  request: ReportRequest,
  { wallet, account, entries }: EntriesOfWallet,
): Promise<readonly ReportRow[]> {
  const described = await describeEntries(deps, request, account, entries);
  return entries.map((entry, index) => {
    const { units } = entry.change;
    const amount = formatAmount({ ...entry.change, units: units < 0n ? -units : units });
    const { type = "", counterparty = "", reference = "" } = described[index] ?? {};
    return [
      ...wallet,
      formatLocal(entry.at, request.period.timeZone),
      type,
      counterparty,
      reference,
      units > 0n ? amount : "",
      units < 0n ? amount : "",
      formatAmount(entry.balance),
    ];
  });
}
