import { createDatabase } from "../../service/src/db/pool.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { createLedgerWriter } from "../../service/src/ledger/index.ts";
import { poolOptions } from "../pool-options.ts";
import { driveRun } from "./driven-run.ts";
import { type LedgerWorld, operationOf } from "./ledger-world.ts";
import type { Way } from "./way.ts";

/** The real write path: the batched writer with everything that a record has. */
export function ledgerWay(world: LedgerWorld, callerCounts: readonly number[]): Way {
  return {
    name: "ledger",
    callerCounts,
    run: (request) => {
      const database = createDatabase(poolOptions(request.target));
      const writer = createLedgerWriter({ database, clock: systemClock });
      return driveRun(request, {
        record: (transfer) => writer.record(world.scope, operationOf(world, transfer)),
        close: async () => {
          await writer.drain();
          await database.close();
        },
      });
    },
  };
}
