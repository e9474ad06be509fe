import type { Progress } from "../ledger/progress.ts";
import type { BenchOptions } from "./options.ts";
import { serviceVariant } from "./service-variant.ts";
import type { Stage } from "./stage.ts";
import { measurePairs, type WindowPair } from "./window-pairs.ts";

const callers = 64;
const minPairs = 5;

/** The service with the request log, and without, in turns on one database. */
export async function measureRequestLog(
  stage: Stage,
  { options, progress }: { readonly options: BenchOptions; readonly progress: Progress },
): Promise<readonly WindowPair[]> {
  const logging = await stage.startService({ REQUEST_LOG_DAYS: "7" });
  const own = await serviceVariant(logging, stage.env, [callers]).open("spread", callers);
  const other = await serviceVariant(stage.server, stage.env, [callers]).open("spread", callers);
  try {
    const { databaseCpuMs } = stage;
    const rounds = Math.max(options.rounds, minPairs);
    return await measurePairs(
      { own, other },
      { ...options, rounds, name: "request log", databaseCpuMs, progress },
    );
  } finally {
    await own.close();
    await other.close();
  }
}
