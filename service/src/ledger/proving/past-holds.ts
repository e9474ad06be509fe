import type { Session } from "../../db/database.ts";
import type { LedgerScope } from "../operation.ts";
import type { Hold } from "../recording/draft.ts";
import {
  type ClosedSince,
  type HoldPlace,
  type PastHold,
  selectClosedSince,
  selectStillOpen,
} from "./past-holds-store.ts";

const rowsPerPage = 1_000;
const lowest = -(2n ** 63n);

/** The holds that were open after a record, added by their keys, without reading all that there ever were. */
export async function loadOpenHolds(
  session: Session,
  scope: LedgerScope,
  sequence: bigint,
  openHolds: Map<string, Hold>,
): Promise<void> {
  const note = (hold: PastHold): void => void openHolds.set(hold.key, { ...hold, closing: undefined });
  // Those that were closed come second: a hold that is closed meanwhile is then met twice, and not missed.
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
