import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { PaymentOwner, PaymentReply, PaymentScope, PaymentUpdate } from "./payments.ts";

export type WholeReply = Required<PaymentReply>;

/** Passes each owner its updates in one call, and merges the replies in the order of the owners. */
export async function notifyOwners(
  owners: readonly PaymentOwner[],
  tx: Transaction,
  scope: PaymentScope,
  updates: readonly PaymentUpdate[],
): Promise<WholeReply> {
  const unknown = updates.find(({ payment }) => owners.every(({ name }) => name !== payment.owner?.name));
  assert(unknown === undefined, "every payment owner must be registered");
  const replies: PaymentReply[] = [];
  for (const owner of owners) {
    const ownUpdates = updates.filter(({ payment }) => payment.owner?.name === owner.name);
    if (ownUpdates.length > 0) replies.push(await owner.heard(tx, scope, ownUpdates));
  }
  return {
    events: replies.flatMap(({ events }) => events),
    operations: replies.flatMap(({ operations }) => operations),
    refused: replies.flatMap(({ refused }) => refused),
    links: replies.flatMap(({ links = [] }) => links),
  };
}
