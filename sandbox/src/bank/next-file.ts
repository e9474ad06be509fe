import type { Instant } from "@florin/service/sandbox-ports";
import { selectBank } from "./bank-store.ts";
import { selectNextReadyAt } from "./file-store.ts";
import { selectNextDueAt } from "./item-store.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";
import { nextStatementAt } from "./statements.ts";

/** When the bank will have its next file: one that waits, the reply to a due item, or the statement of a day. */
export async function nextFileAt({ database, network }: SandboxDeps): Promise<Instant | undefined> {
  const bank = await selectBank(database, { network });
  if (bank === undefined) return undefined;
  const times = [
    await selectNextReadyAt(database, network),
    await selectNextDueAt(database, network),
    nextStatementAt(bank.statedUntil),
  ];
  return times.reduce((earliest, at) =>
    earliest === undefined || (at !== undefined && at < earliest) ? at : earliest,
  );
}
