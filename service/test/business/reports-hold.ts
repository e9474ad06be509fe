import { formatAmount } from "../../src/kernel/money.ts";
import { orThrow } from "../../src/kernel/refusal.ts";
import { resolvePeriod } from "../../src/reports/period.ts";
import type { ReportRequest } from "../../src/reports/report.ts";
import { statementReport } from "../../src/reports/statement.ts";
import { trialBalanceReport } from "../../src/reports/trial-balance.ts";
import { tokenScale } from "../../src/tokens/index.ts";
import { selectAllAccounts, selectAllBalances } from "./facts-store.ts";
import type { Business } from "./open-business.ts";

type Reported = Pick<Business, "database" | "keyRing" | "clock">;

/** Differences between the reports of a business and the balances of its ledger. */
export async function faultsOfReports(business: Reported): Promise<readonly string[]> {
  const { database, clock } = business;
  const accounts = await selectAllAccounts(database);
  const period = orThrow(resolvePeriod({ from: "2020-01-01" }, clock.now()));
  const scope = { network: "testnet", period, isOperator: true } as const;
  const closings = new Map<string, string>();
  for (const { tenantId, id } of accounts) {
    const request = { ...scope, tenantId, parameters: { account_id: id } };
    for (const [path, balance] of await closingsOf(business, request)) closings.set(path, balance);
  }
  const balances = (await selectAllBalances(database)).filter(
    ({ kind, posted }) => kind === "wallet" && posted !== 0n,
  );
  const wrong = balances.flatMap(({ owner, chain, code, posted }) => {
    const path = [owner, chain, code].join("/");
    const expected = formatAmount({ units: posted, asset: { code, scale: tokenScale } });
    return closings.get(path) === expected
      ? []
      : [`the statement of ${path} closes with ${closings.get(path)}`];
  });
  const tenants = [...new Set(accounts.map(({ tenantId }) => tenantId))];
  const trials = tenants.map((tenantId) => unbalanced(business, { ...scope, tenantId, parameters: {} }));
  return [...wrong, ...(await Promise.all(trials)).flat()];
}

/** The closing balances of an account's statement, by wallet. The sums of the entries are asserted by the statement. */
async function closingsOf(deps: Reported, request: ReportRequest): Promise<ReadonlyMap<string, string>> {
  const closings = new Map<string, string>();
  const { columns, sections } = await statementReport.open(deps, request);
  const indexOf = (key: string): number => columns.findIndex((column) => column.key === key);
  const [wallet, chain, asset, balance] = ["wallet_id", "chain", "asset", "balance"].map(indexOf);
  for await (const { pages } of sections) {
    for await (const rows of pages) {
      for (const row of rows)
        closings.set([row[wallet ?? 0], row[chain ?? 0], row[asset ?? 0]].join("/"), row[balance ?? 0] ?? "");
    }
  }
  return closings;
}

/** Assets whose trial balance is not zero, or differs from the balances in use. */
async function unbalanced(deps: Reported, request: ReportRequest): Promise<readonly string[]> {
  const faults: string[] = [];
  const { columns, sections } = await trialBalanceReport.open(deps, request);
  const balance = columns.findIndex(({ key }) => key === "balance");
  for await (const { title, totals } of sections) {
    const [total = []] = totals();
    const isZero = total.slice(balance).every((amount) => amount === "0.00");
    if (!isZero)
      faults.push(`the trial balance of ${title} in ${request.tenantId} ends with ${total.join(" ")}`);
  }
  return faults;
}
