import { addressLine, findAccounts, loadPayees, type Payee } from "../accounts/index.ts";
import { findAddresses, loadBankDetails } from "../addresses/index.ts";
import { strictObject } from "../http/schemas.ts";
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
  open: async (deps, request) => ({
    title: "Payout summary",
    facts: [["Network", request.network], ["Currency", "USD"], ...describePeriod(request.period)],
    columns,
    sections: sectionsOf(deps, request),
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
  /** Of the bank account; undefined for a payment without one. */
  readonly addressId: string | undefined;
  readonly excludedBecause: string;
}

const maxSums = 50_000;
const payeesPerPage = 200;

async function* sectionsOf(deps: ReportDeps, request: ReportRequest): AsyncGenerator<ReportSection> {
  const sums = [...(await addUp(deps, request)).values()];
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
    for (const payment of payments) {
      const key = keyOf(payment, request);
      const name = JSON.stringify([key.year, key.addressId, key.excludedBecause]);
      const { count, cents } = sums.get(name) ?? { count: 0, cents: 0n };
      sums.set(name, { key, count: count + 1, cents: cents + payment.amountCents });
    }
    if (sums.size > maxSums) throw tooMany();
  }
  return sums;
}

function keyOf(payment: StoredPayment, { period }: ReportRequest): SumKey {
  const year = localDateOf(payment.insertedAt, period.timeZone).slice(0, 4);
  return { year, addressId: payment.addressId, excludedBecause: exclusionOf(payment) ?? "" };
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
  { tenantId, network }: ReportRequest,
  addressIds: readonly string[],
): Promise<ReadonlyMap<string, Payee>> {
  const addresses = await findAddresses(database, { tenantId, network }, addressIds);
  const accountIds = [...new Set(addresses.map(({ accountId }) => accountId))];
  const accounts = accountIds.length === 0 ? [] : await findAccounts(database, tenantId, accountIds);
  const managed = accounts.filter(({ kind }) => kind === "managed").map(({ id }) => id);
  const byAccount = await loadPayees({ keyRing }, database, tenantId, managed);
  const details = await loadBankDetails({ keyRing }, database, addresses);
  return new Map(
    addresses.map(({ id, accountId, name }) => {
      const { owner = name, beneficiaryAddress } = details.get(id) ?? {};
      const address = beneficiaryAddress === undefined ? "" : addressLine(beneficiaryAddress);
      return [id, byAccount.get(accountId) ?? { name: owner, taxId: "not collected", address }];
    }),
  );
}
