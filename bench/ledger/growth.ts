import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { type Measurement, medianOf } from "../measure.ts";
import { readLedgerBooks } from "./books-store.ts";
import type { GrowthFigure } from "./goals.ts";
import { loadTransfers } from "./ledger-environment.ts";
import { type RunSetting, runChecked } from "./measured-run.ts";
import type { BenchOptions } from "./options.ts";
import { createPace } from "./progress.ts";
import { proveJournal } from "./prove-journal.ts";
import { readTableSizes, type TableSizes } from "./table-sizes-store.ts";
import { type Load, loads } from "./transfers.ts";
import type { Variant } from "./variant.ts";

export interface GrowthSetting extends RunSetting {
  readonly base: SocketTarget;
  readonly ledger: Variant;
  /** The ledger's best number of callers in the comparison. */
  readonly callers: Readonly<Record<Load, number>>;
  readonly options: BenchOptions;
}

export interface Growth {
  readonly figures: readonly GrowthFigure[];
  readonly sizes: readonly JournalSize[];
}

export interface JournalSize {
  readonly postings: bigint;
  readonly tables: TableSizes;
}

/** The same ledger with a short and with long journals, each in a separate database, alternating. */
export async function measureGrowth(setting: GrowthSetting): Promise<Growth> {
  const journals = await loadJournals(setting);
  const { options, progress } = setting;
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const journal of journals) {
      for (const load of loads) {
        const measurement = await measureJournal(setting, journal, load);
        journal.measured[load].push(measurement);
        progress(
          `growth, round ${round} of ${options.rounds}: ${load} at ${journal.postings.toLocaleString("en")} ` +
            `postings: ${Math.round(measurement.perSecond)}/s`,
        );
      }
    }
  }
  return {
    sizes: journals,
    figures: journals.flatMap(({ postings, measured }) =>
      loads.map((load) => ({ load, postings, measurement: medianOf(measured[load]) })),
    ),
  };
}

interface Journal extends JournalSize {
  readonly target: SocketTarget;
  readonly measured: Readonly<Record<Load, Measurement[]>>;
}

/** Each starts as a copy of the previous one and extends it. */
async function loadJournals(setting: GrowthSetting): Promise<readonly Journal[]> {
  const journals: Journal[] = [];
  for (const expected of setting.options.postings) {
    const source = journals.at(-1)?.target ?? setting.base;
    const target = await setting.stage.createDatabase(`bench_${expected}`, source);
    const postings = await loadJournal(setting, target, expected);
    const tables = await readTableSizes(target);
    journals.push({ postings, target, tables, measured: { spread: [], hot: [] } });
  }
  return journals;
}

async function loadJournal(
  { stage, env, progress }: GrowthSetting,
  target: SocketTarget,
  expected: bigint,
): Promise<bigint> {
  const { postings: present } = await readLedgerBooks(target, env);
  const isDue = createPace();
  await loadTransfers(target, env, {
    present,
    expected,
    onProgress: (postings) => {
      if (isDue())
        progress(`loading ${expected.toLocaleString("en")} postings: ${postings.toLocaleString("en")}`);
    },
  });
  await stage.settle(target);
  await proveJournal(target, env, { from: 1n, progress });
  return (await readLedgerBooks(target, env)).postings;
}

// A run adds some hundred thousand postings. That would make a short journal long after the first run, so each run
// gets a fresh copy. A long journal hardly changes, and copying gigabytes each time would take too long.
const longestCopied = 2_000_000n;

function measureJournal(setting: GrowthSetting, journal: Journal, load: Load): Promise<Measurement> {
  const { stage, ledger, callers, options } = setting;
  const plan = {
    variant: ledger,
    load,
    callers: callers[load],
    warmUpMs: options.warmUpMs,
    durationMs: options.seconds * 1000,
  };
  const run = (target: SocketTarget): Promise<Measurement> => runChecked(setting, target, plan);
  return journal.postings > longestCopied ? run(journal.target) : stage.withCopy(journal.target, run);
}
