import { transferUnits } from "./load.ts";

/** Row counts at one moment, of the service or of a peer. */
export interface Books {
  readonly transfers: bigint;
  readonly responses: bigint;
  readonly holds: bigint;
  readonly heldUnits: bigint;
  readonly events: bigint;
  readonly audits: bigint;
  readonly works: bigint;
}

/** Throws unless each acknowledged transfer, and no other, has all of its rows. */
export function checkBooks(before: Books, after: Books, accepted: number): void {
  const count = BigInt(accepted);
  const requestedTransfer: Books = {
    transfers: before.transfers + count,
    responses: before.responses + count,
    holds: before.holds + count,
    heldUnits: before.heldUnits + count * transferUnits,
    events: before.events + count,
    audits: before.audits + count,
    works: before.works + count,
  };
  for (const name of Object.keys(requestedTransfer) as readonly (keyof Books)[]) {
    if (after[name] === requestedTransfer[name]) continue;
    throw new Error(`the books are wrong: ${name}: ${after[name]} instead of ${requestedTransfer[name]}`);
  }
}
