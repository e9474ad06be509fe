import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { verifyJournal } from "../../service/src/ledger/index.ts";
import { type LedgerEnvironment, withDatabase } from "./ledger-environment.ts";
import { createPace, type Progress } from "./progress.ts";

/** The ledger's own verification of hash chain, sums, entries and balances from this record on. Throws on a finding. */
export async function proveJournal(
  target: SocketTarget,
  { scope }: LedgerEnvironment,
  { from, progress }: { readonly from: bigint; readonly progress: Progress },
): Promise<void> {
  const isDue = createPace();
  const { findings, isComplete } = await withDatabase(target, (database) =>
    verifyJournal(database, scope, {
      from,
      onProgress: ({ records, total }) => {
        if (isDue()) progress(`verifying the journal: ${records} of ${total} records`);
      },
    }),
  );
  const [first] = findings;
  if (first !== undefined) {
    throw new Error(`the journal is wrong: ${first.table}, record ${first.sequence}: ${first.detail}`);
  }
  if (!isComplete) throw new Error("the journal could not be verified");
}
