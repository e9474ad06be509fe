import { Gauge, type Registry } from "prom-client";
import { measureClaims } from "../claims/index.ts";
import type { Database, Session } from "../db/database.ts";
import { type Network, networks, platformTenant } from "../kernel/id.ts";
import { onceAtATime } from "../kernel/once-at-a-time.ts";
import { findReturnRates, measureSuspense, returnRateNames } from "../payments/index.ts";
import {
  type BankCount,
  countFiles,
  countOpenEntries,
  countOpenItems,
  countPendingBankEvents,
} from "../rails/engine/count-store.ts";
import { countTransfersNeedingAction } from "../transfers/index.ts";
import type { AppParts } from "./app-parts.ts";

type MoneyMetricsParts = Pick<AppParts, "database" | "clock">;

/** What money is waiting for: manual action, a bank, or Florin. The same on every node. */
export function createMoneyMetrics(registry: Registry, parts: MoneyMetricsParts): void {
  const { database } = parts;
  createTransferGauge(registry, database);
  createSuspenseGauges(registry, parts);
  createClaimGauges(registry, parts);
  createReturnRateGauges(registry, database);
  createBankGauges(registry, database, {
    name: "florin_bank_entries",
    help: "Bank entries that are not finished",
    label: "state",
    count: countOpenEntries,
  });
  createBankGauges(registry, database, {
    name: "florin_bank_files",
    help: "Bank files that are not yet sent or read, or are quarantined",
    label: "state",
    count: countFiles,
  });
  createBankGauges(registry, database, {
    name: "florin_bank_items",
    help: "Bank exceptions that need manual review",
    label: "kind",
    count: countOpenItems,
  });
  createBankGauges(registry, database, {
    name: "florin_bank_events_pending",
    help: "Bank events not yet applied to payments: not due yet, or failed and to be retried",
    label: "state",
    count: countPendingBankEvents,
  });
}

/** Both steps are always reported, so that an alert sees zero instead of no data. */
function createTransferGauge(registry: Registry, database: Database): void {
  new Gauge({
    name: "florin_transfers_needing_action",
    help: "Transfers that need manual action: held by a sanctions match, or with a failed refund",
    labelNames: ["step"],
    registers: [registry],
    async collect() {
      const counts = (await countTransfersNeedingAction(database)).filter(
        ({ resource }) => resource === "transfer",
      );
      for (const step of ["held", "refund_failed"] as const) {
        this.set({ step }, Number(counts.find((each) => each.step === step)?.count ?? 0n));
      }
    },
  });
}

function createSuspenseGauges(registry: Registry, { database, clock }: MoneyMetricsParts): void {
  const settings = { labelNames: ["network"], registers: [registry] };
  const measureOnce = onceAtATime(() => measureSuspense(database));
  new Gauge({
    ...settings,
    name: "florin_payments_suspense",
    help: "Incoming payments in suspense, to be matched or returned manually",
    async collect() {
      const measures = await measureOnce();
      for (const network of networks) {
        this.set({ network }, Number(measures.find((each) => each.network === network)?.count ?? 0n));
      }
    },
  });
  new Gauge({
    ...settings,
    name: "florin_payments_suspense_oldest_seconds",
    help: "Age of the oldest payment in suspense",
    async collect() {
      const [measures, now] = [await measureOnce(), clock.now()];
      this.reset();
      for (const { network, oldestAt } of measures) this.set({ network }, (now - oldestAt) / 1_000);
    },
  });
}

function createClaimGauges(registry: Registry, { database, clock }: MoneyMetricsParts): void {
  const settings = { labelNames: ["network"], registers: [registry] };
  const measureOnce = onceAtATime(() => measureClaims(database));
  const fill = async (
    gauge: Gauge,
    measure: (claims: ClaimsMeasure | undefined) => number,
  ): Promise<void> => {
    const measures = await measureOnce();
    for (const network of networks) {
      gauge.set({ network }, measure(measures.find((each) => each.network === network)));
    }
  };
  new Gauge({
    ...settings,
    name: "florin_claims_open",
    help: "Claims on accounts whose debit was returned after its money was used",
    async collect() {
      await fill(this, (claims) => Number(claims?.count ?? 0n));
    },
  });
  new Gauge({
    ...settings,
    name: "florin_claims_dollars",
    help: "Dollars that accounts owe by open claims",
    async collect() {
      await fill(this, (claims) => Number(claims?.cents ?? 0n) / 100);
    },
  });
  new Gauge({
    ...settings,
    name: "florin_claims_oldest_seconds",
    help: "Age of the oldest open claim; 0 if there is none",
    async collect() {
      const now = clock.now();
      await fill(this, (claims) => (claims === undefined ? 0 : (now - claims.oldestAt) / 1_000));
    },
  });
}

/** Rates as the hourly job measured them; a network without debits has none. */
function createReturnRateGauges(registry: Registry, database: Database): void {
  const readOnce = onceAtATime(() => findReturnRates(database));
  const settings = { labelNames: ["network", "rate"], registers: [registry] };
  new Gauge({
    ...settings,
    name: "florin_ach_return_rate",
    help: "Returned ACH debits over 60 days, as a fraction of all; thresholds: 0.005, 0.03, 0.15",
    async collect() {
      this.reset();
      for (const { tenantId, network, entries, ...returns } of await readOnce()) {
        if (tenantId !== platformTenant) continue;
        for (const rate of returnRateNames)
          this.set({ network, rate }, Number(returns[rate]) / Number(entries));
      }
    },
  });
  new Gauge({
    ...settings,
    name: "florin_ach_return_rate_exceeded",
    help: "Tenants whose return rate is above Nacha's threshold",
    async collect() {
      const measured = (await readOnce()).filter(({ tenantId }) => tenantId !== platformTenant);
      for (const network of networks) {
        for (const rate of returnRateNames) {
          const tenants = measured.filter((each) => each.network === network && each.exceeded.includes(rate));
          this.set({ network, rate }, tenants.length);
        }
      }
    },
  });
}

type ClaimsMeasure = Awaited<ReturnType<typeof measureClaims>>[number];

interface BankGauge {
  readonly name: string;
  readonly help: string;
  readonly label: "state" | "kind";
  readonly count: (session: Session, network: Network) => Promise<readonly BankCount<string>[]>;
}

/** The count, and the age of the oldest. */
function createBankGauges(
  registry: Registry,
  database: Database,
  { name, help, label, count }: BankGauge,
): void {
  const settings = { labelNames: ["network", label], registers: [registry] };
  const countOnce = onceAtATime(() => countEverywhere(database, count));
  const fill = async (gauge: Gauge, measure: (count: BankCount<string>) => number): Promise<void> => {
    const counts = await countOnce();
    gauge.reset();
    for (const { network, ...item } of counts) gauge.set({ network, [label]: item.name }, measure(item));
  };
  new Gauge({
    ...settings,
    name,
    help,
    async collect() {
      await fill(this, (item) => item.count);
    },
  });
  new Gauge({
    ...settings,
    name: `${name}_oldest_seconds`,
    help: `${help}: age of the oldest`,
    async collect() {
      await fill(this, ({ oldestSeconds }) => oldestSeconds);
    },
  });
}

async function countEverywhere(
  database: Database,
  count: BankGauge["count"],
): Promise<readonly (BankCount<string> & { readonly network: Network })[]> {
  const counts: (BankCount<string> & { readonly network: Network })[] = [];
  for (const network of networks) {
    for (const item of await count(database, network)) counts.push({ ...item, network });
  }
  return counts;
}
