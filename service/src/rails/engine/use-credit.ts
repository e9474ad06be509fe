import type { Transaction } from "../../db/database.ts";
import type { Network, NewId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { dollars, formatAmount } from "../../kernel/money.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { insertUsedCredit, selectIsUsed } from "./account-store.ts";
import { selectIsReceived } from "./bank-event-store.ts";
import { insertItems, newItem, selectItemForUpdate, updateItemDone } from "./item-store.ts";

/** Part of a credit that the bank reported and that is no payment here. */
interface CreditUse {
  readonly network: Network;
  /** The bank's. */
  readonly reference: string;
  readonly cents: bigint;
}

/** A credit that waits for an operator. It is in no ledger account yet. */
export interface OpenCredit {
  readonly itemId: string;
  readonly amountCents: bigint;
}

/** Locks the credit, or refuses: it must have been read from the bank, be unused, and cover the amount. */
export async function lockCredit(
  tx: Transaction,
  { network, reference, cents }: CreditUse,
): Promise<OpenCredit | Refusal> {
  const item = await selectItemForUpdate(tx, { network, key: `unknown_credit/${reference}` });
  if ((await selectIsUsed(tx, { network, reference })) || item?.state === "done")
    return refuse("conflict", `the credit with the bank reference ${reference} was used or resolved before`);
  if (item?.amountCents !== undefined) {
    const { id: itemId, amountCents } = item;
    return cents <= amountCents ? { itemId, amountCents } : refuseMore(amountCents);
  }
  if (!(await selectIsReceived(tx, network, reference)))
    return at("/reference", "must be that of a credit that the bank has reported");
  const why = `the bank reference ${reference} is that of an incoming payment`;
  return refuse("conflict", `${why}: match the payment in suspense instead`);
}

/** Takes the amount from the locked credit. The rest of it waits for an operator, under a reference of its own. */
export async function useCredit(
  { newId }: { readonly newId: NewId },
  tx: Transaction,
  use: CreditUse,
  { credit, usedFor, now }: { readonly credit: OpenCredit; readonly usedFor: string; readonly now: Instant },
): Promise<void> {
  const { network, reference, cents } = use;
  await insertUsedCredit(tx, { network, reference, usedFor, amountCents: cents, createdAt: now });
  await updateItemDone(tx, credit.itemId, { note: `Used for ${usedFor}.`, now });
  const amountCents = credit.amountCents - cents;
  if (amountCents === 0n) return;
  const rest = `${reference}/rest`;
  const detail = `rest of the credit ${reference}, of which ${formatAmount(dollars(cents))} was used for ${usedFor}`;
  const item = newItem("unknown_credit", rest, { reference: rest, amountCents, detail });
  await insertItems({ newId }, tx, { network, fileId: undefined, now }, [item]);
}

function refuseMore(amountCents: bigint): Refusal {
  return at("/amount", `must be at most ${formatAmount(dollars(amountCents))}, the amount of the credit`);
}

function at(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
