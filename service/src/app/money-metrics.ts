import { Gauge, type Registry } from "prom-client";
import type { Database, Session } from "../db/database.ts";
import { type Network, networks } from "../kernel/id.ts";
import { measureSuspense } from "../payments/index.ts";
import {
  type BankCount,
  countFiles,
  countOpenEntries,
  countOpenItems,
  countUntold,
} from "../rails/work/count-store.ts";
import type { AppParts } from "../startup/app-parts.ts";
import { countTransfersForPeople } from "../transfers/index.ts";
import { onceAtATime } from "./once-at-a-time.ts";

type MoneyMetricsParts = Pick<AppParts, "database" | "clock">;

/** What money waits for: a person, a bank, or us. The same on every node. */
export function createMoneyMetrics(registry: Registry, parts: MoneyMetricsParts): void {
  const { database } = parts;
  createTransferGauge(registry, database);
  createSuspenseGauges(registry, parts);
  createBankGauges(registry, database, {
    name: "florin_bank_entries",
    help: "Entries for a bank that are not at their end",
    label: "state",
    count: countOpenEntries,
  });
  createBankGauges(registry, database, {
    name: "florin_bank_files",
    help: "Files of a bank that wait to be sent or read, or cannot be read",
    label: "state",
    count: countFiles,
  });
  createBankGauges(registry, database, {
    name: "florin_bank_items",
    help: "What a bank said that a person has to look at",
    label: "kind",
    count: countOpenItems,
  });
  createBankGauges(registry, database, {
    name: "florin_bank_untold",
    help: "What a bank said and nobody was told yet: its time has not come, or it was tried in vain",
    label: "state",
    count: countUntold,
  });
}

/** Both steps are always there, so that an alert sees a zero and not nothing. */
function createTransferGauge(registry: Registry, database: Database): void {
  new Gauge({
    name: "florin_transfers_waiting",
    help: "Transfers that wait for a person: held by the sanctions list, or with tokens that cannot be given back",
    labelNames: ["step"],
    registers: [registry],
    async collect() {
      const counts = await countTransfersForPeople(database);
      for (const step of ["held", "stranded"] as const) {
        this.set({ step }, Number(counts.find((each) => each.step === step)?.count ?? 0n));
      }
    },
  });
}

function createSuspenseGauges(registry: Registry, { database, clock }: MoneyMetricsParts): void {
  const settings = { labelNames: ["network"], registers: [registry] };
  const ask = onceAtATime(() => measureSuspense(database));
  new Gauge({
    ...settings,
    name: "florin_payments_suspense",
    help: "Payments in suspense: money that arrived and that a person has to place or return",
    async collect() {
      const measures = await ask();
      for (const network of networks) {
        this.set({ network }, Number(measures.find((each) => each.network === network)?.count ?? 0n));
      }
    },
  });
  new Gauge({
    ...settings,
    name: "florin_payments_suspense_oldest_seconds",
    help: "For how long the oldest payment in suspense has been there",
    async collect() {
      const [measures, now] = [await ask(), clock.now()];
      this.reset();
      for (const { network, oldestAt } of measures) this.set({ network }, (now - oldestAt) / 1_000);
    },
  });
}

interface BankGauge {
  readonly name: string;
  readonly help: string;
  readonly label: "state" | "kind";
  readonly count: (session: Session, network: Network) => Promise<readonly BankCount<string>[]>;
}

/** How many there are, and how old the oldest of them is. */
function createBankGauges(
  registry: Registry,
  database: Database,
  { name, help, label, count }: BankGauge,
): void {
  const settings = { labelNames: ["network", label], registers: [registry] };
  const ask = onceAtATime(() => countEverywhere(database, count));
  const fill = async (gauge: Gauge, measure: (count: BankCount<string>) => number): Promise<void> => {
    const counts = await ask();
    gauge.reset();
    for (const { network, ...one } of counts) gauge.set({ network, [label]: one.name }, measure(one));
  };
  new Gauge({
    ...settings,
    name,
    help,
    async collect() {
      await fill(this, (one) => one.count);
    },
  });
  new Gauge({
    ...settings,
    name: `${name}_oldest_seconds`,
    help: `${help}: the age of the oldest`,
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
    for (const one of await count(database, network)) counts.push({ ...one, network });
  }
  return counts;
}
