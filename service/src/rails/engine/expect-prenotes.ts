import type { Transaction } from "../../db/database.ts";
import { insertBankEvents } from "./bank-event-store.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { newEntryEvent } from "./findings.ts";
import { selectPrenotesOf } from "./queue-store.ts";

/** No bank reports the settlement of a prenote, so that it is due when the prenote can no longer be returned. */
export async function expectPrenotes(deps: EngineDeps, tx: Transaction, fileId: string): Promise<void> {
  const now = deps.clock.now();
  const bankEvents = (await selectPrenotesOf(tx, { fileId })).map((entry) =>
    newEntryEvent(entry, { type: "settled", at: entry.finalAt ?? now, imad: undefined }),
  );
  await insertBankEvents(deps, tx, { network: deps.bank.network, fileId: undefined, now }, bankEvents);
}
