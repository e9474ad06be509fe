import type { Session } from "../../db/database.ts";
import type { LedgerScope } from "../operation.ts";
import {
  type ClosedSince,
  type HoldPlace,
  type PastHold,
  selectClosedSince,
  selectStillOpen,
} from "./past-holds-store.ts";
import type { Hold } from "./replay.ts";

const rowsPerPage = 1_000;
const lowest = -(2n ** 63n);

/** Adds the holds that were open after a record by key, without reading the whole history. */
export async function loadOpenHolds(
  session: Session,
  scope: LedgerScope,
  sequence: bigint,
  openHolds: Map<string, Hold>,
): Promise<void> {
  const note = (hold: PastHold): void => void openHolds.set(hold.key, { ...hold, closing: undefined });
  // Read closed holds second: a hold closed in the meantime is then seen twice, not missed.
  let open: readonly PastHold[];
  let place: HoldPlace = { accountNumber: lowest, openedSequence: lowest };
  do {
    open = await selectStillOpen(session, scope, {
      openedThrough: sequence,
      after: place,
      limit: rowsPerPage,
    });
    for (const hold of open) note(hold);
    place = open.at(-1) ?? place;
  } while (open.length === rowsPerPage);
  let closed: readonly ClosedSince[];
  let after = sequence;
  do {
    closed = await selectClosedSince(session, scope, {
      openedThrough: sequence,
      after,
      limit: rowsPerPage,
    });
    for (const { hold } of closed) if (hold !== undefined) note(hold);
    after = closed.at(-1)?.sequence ?? after;
  } while (closed.length === rowsPerPage);
}
