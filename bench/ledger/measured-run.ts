import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import type { Measurement } from "../measure.ts";
import { checkBooks } from "./books.ts";
import { readBooks } from "./books-store.ts";
import type { LedgerEnvironment } from "./ledger-environment.ts";
import type { Progress } from "./progress.ts";
import { proveJournal } from "./prove-journal.ts";
import type { Stage } from "./stage.ts";
import type { Load } from "./transfers.ts";
import type { Variant } from "./variant.ts";

export interface RunSetting {
  readonly stage: Stage;
  readonly env: LedgerEnvironment;
  readonly progress: Progress;
}

export interface RunPlan {
  readonly variant: Variant;
  readonly load: Load;
  readonly callers: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
}

/** Measures once, and accepts the figure only if the books match the acknowledged transfers. */
export async function runChecked(
  { stage, env, progress }: RunSetting,
  target: SocketTarget,
  { variant, ...plan }: RunPlan,
): Promise<Measurement> {
  const before = await readBooks(target, variant.name, env);
  await stage.checkpoint();
  const { measurement, tally } = await variant.run({ ...plan, target, databaseCpuMs: stage.databaseCpuMs });
  checkBooks(before, await readBooks(target, variant.name, env), tally);
  if (variant.name === "ledger") await proveJournal(target, env, { from: before.sets + 1n, progress });
  return measurement;
}
