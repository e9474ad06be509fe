import { addressLine, findAccounts, loadPayees, type Payee } from "../accounts/index.ts";
import { type Address, findAddresses, loadBankDetails } from "../addresses/index.ts";
import type { Session } from "../db/database.ts";
import { strictObject } from "../http/schemas.ts";
import type { AccountId } from "../kernel/id.ts";
import { dollars, formatAmount } from "../kernel/money.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type StoredPayment, streamOutgoing } from "../payments/index.ts";
import { describePeriod } from "./describe-period.ts";
import { exclusionOf } from "./payout-exclusion.ts";
import type { Report, ReportColumn, ReportDeps, ReportRequest, ReportRow, ReportSection } from "./report.ts";
import { localDateOf } from "./time-zone.ts";

const columns: readonly ReportColumn[] = [
  { key: "year", label: "Year", type: "text", width: 35 },
  { key: "payee", label: "Payee", type: "text", width: 140 },
  { key: "tax_id", label: "Tax id", type: "text", width: 70 },
  { key: "address", label: "Address", type: "text", width: 190 },
  { key: "excluded_because", label: "Excluded because", type: "text", width: 130 },
  { key: "payouts", label: "Payouts", type: "count", width: 50 },
  { key: "total_usd", label: "Total (USD)", type: "amount", width: 90 },
];

/** Payments to bank accounts by payee and calendar year. It helps to prepare information returns, and is none. */
export const payoutsReport: Report = {
  name: "payouts",
  title: "Payout summary",
  description: "Bank payouts by payee and calendar year, with what is excluded and why. Not a tax form.",
  audience: "workspace",
  permission: "reports.disclose",
  covers: "period",
  parameters: strictObject({}),
  // Added up first, so that too many payees are refused before the first row.
  open: async (deps, request) => ({
    title: "Payout summary",
    facts: [["Network", request.network], ["Currency", "USD"], ...describePeriod(request.period)],
    columns,
    sections: sectionsOf(deps, request, await addUp(deps, request)),
    notes: [
      "This summary is a working paper. It is not a Form 1099 and was not filed with any authority. Whether a payee must be reported depends on facts that are not recorded here.",
      "A payout counts in the calendar year in which it was ordered, in the time zone above. Only bank payouts are included; tokens sent to wallets are not.",
      "The payee is the account that the bank account belongs to; for a bank account of your own account, it is the name of the bank account's owner. Tax ids are masked, and are known for managed accounts only.",
    ],
    isWide: true,
  }),
};

interface Sum {
  count: number;
  cents: bigint;
}

/** By year, payee and reason of exclusion. */
type Sums = ReadonlyMap<string, Sum & { readonly key: SumKey }>;

interface SumKey {
  readonly year: string;
  /** A managed account, or a bank account of the managing account; undefined for a payment without a bank account. */
  readonly payeeId: string | undefined;
  /** A bank account of the payee. */
  readonly addressId: string | undefined;
  readonly excludedBecause: string;
}

const maxSums = 50_000;
const payeesPerPage = 200;

async function* sectionsOf(
  deps: ReportDeps,
  request: ReportRequest,
  added: Sums,
): AsyncGenerator<ReportSection> {
  const sums = [...added.values()];
  const included = sums.filter(({ key }) => key.excludedBecause === "");
  const excluded = sums.filter(({ key }) => key.excludedBecause !== "");
  if (included.length > 0) yield sectionOf(deps, request, "Payees", included);
  if (excluded.length > 0) yield sectionOf(deps, request, "Excluded payouts", excluded);
}

async function addUp({ database, keyRing }: ReportDeps, request: ReportRequest): Promise<Sums> {
  const { tenantId, network, period } = request;
  const sums = new Map<string, Sum & { readonly key: SumKey }>();
  const query = { tenantId, network, createdFrom: period.from, createdBefore: period.to };
  for await (const payments of streamOutgoing({ database, keyRing }, query)) {
    const payeeIds = await payeeIdsOf(database, request, payments);
    for (const payment of payments) {
      const key = keyOf(payment, request, payeeIds);
      const name = JSON.stringify([key.year, key.payeeId, key.excludedBecause]);
      const { count, cents } = sums.get(name) ?? { count: 0, cents: 0n };
      sums.set(name, { key, count: count + 1, cents: cents + payment.amountCents });
    }
    if (sums.size > maxSums) throw tooMany();
  }
  return sums;
}

function keyOf(
  payment: StoredPayment,
  { period }: ReportRequest,
  payeeIds: ReadonlyMap<string, string>,
): SumKey {
  const { addressId } = payment;
  const year = localDateOf(payment.insertedAt, period.timeZone).slice(0, 4);
  const payeeId = addressId === undefined ? undefined : (payeeIds.get(addressId) ?? addressId);
  return { year, payeeId, addressId, excludedBecause: exclusionOf(payment) ?? "" };
}

/** By address id. */
async function payeeIdsOf(
  session: Session,
  scope: Scope,
  payments: readonly StoredPayment[],
): Promise<ReadonlyMap<string, string>> {
  const addressIds = payments.flatMap(({ addressId }) => addressId ?? []);
  const addresses = await findAddresses(session, scope, addressIds);
  const managed = await managedAmong(session, scope, addresses);
  return new Map(addresses.map(({ id, accountId }) => [id, managed.has(accountId) ? accountId : id]));
}

type Scope = Pick<ReportRequest, "tenantId" | "network">;

/** Ids of the managed accounts that these addresses belong to. */
async function managedAmong(
  session: Session,
  { tenantId }: Scope,
  addresses: readonly Address[],
): Promise<ReadonlySet<AccountId>> {
  const accountIds = [...new Set(addresses.map(({ accountId }) => accountId))];
  const accounts = accountIds.length === 0 ? [] : await findAccounts(session, tenantId, accountIds);
  return new Set(accounts.filter(({ kind }) => kind === "managed").map(({ id }) => id));
}

function tooMany(): RefusalError {
  return new RefusalError(
    refuse("unprocessable", `there are more than ${maxSums} payees; request a shorter period`),
  );
}

function sectionOf(
  deps: ReportDeps,
  request: ReportRequest,
  title: string,
  sums: readonly (Sum & { readonly key: SumKey })[],
): ReportSection {
  const count = sums.reduce((total, sum) => total + sum.count, 0);
  const cents = sums.reduce((total, sum) => total + sum.cents, 0n);
  async function* pages() {
    for (let start = 0; start < sums.length; start += payeesPerPage)
      yield await rowsOf(deps, request, sums.slice(start, start + payeesPerPage));
  }
  return {
    title,
    facts: [],
    pages: pages(),
    totals: () => [["", "Total", "", "", "", `${count}`, formatAmount(dollars(cents))]],
  };
}

async function rowsOf(
  deps: ReportDeps,
  request: ReportRequest,
  sums: readonly (Sum & { readonly key: SumKey })[],
): Promise<readonly ReportRow[]> {
  const payees = await payeesOf(
    deps,
    request,
    sums.flatMap(({ key }) => key.addressId ?? []),
  );
  return sums.map(({ key, count, cents }) => {
    const payee = key.addressId === undefined ? undefined : payees.get(key.addressId);
    const { name = "", taxId = "", address = "" } = payee ?? {};
    return [key.year, name, taxId, address, key.excludedBecause, `${count}`, formatAmount(dollars(cents))];
  });
}

/** By address id. */
async function payeesOf(
  { database, keyRing }: ReportDeps,
  scope: Scope,
  addressIds: readonly string[],
): Promise<ReadonlyMap<string, Payee>> {
  const addresses = await findAddresses(database, scope, addressIds);
  const managed = await managedAmong(database, scope, addresses);
  const byAccount = await loadPayees({ keyRing }, database, scope.tenantId, [...managed]);
  const details = await loadBankDetails({ keyRing }, database, addresses);
  return new Map(
    addresses.map(({ id, accountId, name }) => {
      const { owner = name, beneficiaryAddress } = details.get(id) ?? {};
      const address = beneficiaryAddress === undefined ? "" : addressLine(beneficiaryAddress);
      return [id, byAccount.get(accountId) ?? { name: owner, taxId: "not collected", address }];
    }),
  );
}
