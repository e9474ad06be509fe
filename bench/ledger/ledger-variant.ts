import { createDatabase } from "../../service/src/db/pool.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { createLedgerWriter } from "../../service/src/ledger/index.ts";
import { poolOptions } from "../pool-options.ts";
import { driveRun } from "./driven-run.ts";
import { type LedgerEnvironment, operationOf } from "./ledger-environment.ts";
import type { Variant } from "./variant.ts";

/** The real write path: the batched writer with everything that a record has. */
export function ledgerVariant(env: LedgerEnvironment, callerCounts: readonly number[]): Variant {
  return {
    name: "ledger",
    callerCounts,
    run: (request) => {
      const database = createDatabase(poolOptions(request.target));
      const writer = createLedgerWriter({ database, clock: systemClock });
      return driveRun(request, {
        record: (transfer) => writer.record(env.scope, operationOf(env, transfer)),
        close: async () => {
          await writer.drain();
          await database.close();
        },
      });
    },
  };
}
