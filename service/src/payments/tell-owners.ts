import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { PaymentNews, PaymentOwner, PaymentReply, PaymentScope } from "./payments.ts";

export type WholeReply = Required<PaymentReply>;

/** Each owner hears its own news, all at once; what they answer comes together, in the order of the owners. */
export async function tellOwners(
  owners: readonly PaymentOwner[],
  tx: Transaction,
  scope: PaymentScope,
  news: readonly PaymentNews[],
): Promise<WholeReply> {
  const unknown = news.find(({ payment }) => owners.every(({ name }) => name !== payment.owner?.name));
  assert(unknown === undefined, "whoever orders or receives payments hears of them");
  const replies: PaymentReply[] = [];
  for (const owner of owners) {
    const own = news.filter(({ payment }) => payment.owner?.name === owner.name);
    if (own.length > 0) replies.push(await owner.heard(tx, scope, own));
  }
  return {
    events: replies.flatMap(({ events }) => events),
    operations: replies.flatMap(({ operations }) => operations),
    refused: replies.flatMap(({ refused }) => refused),
    links: replies.flatMap(({ links = [] }) => links),
  };
}
