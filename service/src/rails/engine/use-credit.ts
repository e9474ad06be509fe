import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, NewId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { dollars, formatAmount } from "../../kernel/money.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { receivedKey } from "./bank-event-store.ts";
import { insertItems, newItem, updateItemDone } from "./item-store.ts";

/** Part of a credit that the bank reported and that is no payment here. */
export interface CreditUse {
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
  const item = await tx.first(lock, [network, `unknown_credit/${reference}`]);
  const isUsed = (await tx.first(used, [network, reference])) !== undefined;
  if (isUsed || item?.state === "done")
    return refuse("conflict", `the credit with the bank reference ${reference} was used or resolved before`);
  if (item?.amountCents !== undefined) {
    const { id: itemId, amountCents } = item;
    return cents <= amountCents ? { itemId, amountCents } : refuseMore(amountCents);
  }
  const payment = await tx.first(received, [network, receivedKey(reference)]);
  if (payment === undefined) return at("/reference", "must be that of a credit that the bank has reported");
  const why = `the bank reference ${reference} is that of an incoming payment`;
  return refuse("conflict", `${why}: match the payment in suspense instead`);
}

/** Takes the amount from the locked credit. The rest of it waits for an operator, under a reference of its own. */
export async function useCredit(
  { newId }: { readonly newId: NewId },
  tx: Transaction,
  { network, reference, cents }: CreditUse,
  { credit, usedFor, now }: { readonly credit: OpenCredit; readonly usedFor: string; readonly now: Instant },
): Promise<void> {
  await tx.run(use, [network, reference, usedFor, cents, formatInstant(now)]);
  await updateItemDone(tx, credit.itemId, { note: `Used for ${usedFor}.`, now });
  const amountCents = credit.amountCents - cents;
  if (amountCents === 0n) return;
  const rest = `${reference}/rest`;
  const detail = `rest of the credit ${reference}, of which ${formatAmount(dollars(cents))} was used for ${usedFor}`;
  const item = newItem("unknown_credit", rest, { reference: rest, amountCents, detail });
  await insertItems({ newId }, tx, { network, fileId: undefined, now }, [item]);
}

interface CreditRow {
  readonly id: string;
  readonly state: "open" | "done";
  readonly amountCents: bigint | undefined;
}

// The unique index by network and key.
const lock = statement<CreditRow>(`
  SELECT id, state, amount_cents FROM bank_items WHERE network = $1 AND key = $2 FOR UPDATE`);

const received = statement(`SELECT id FROM bank_events WHERE network = $1 AND key = $2`);

// By the primary key.
const used = statement(`SELECT used_for FROM bank_used_credits WHERE network = $1 AND reference = $2`);

const use = statement(`
  INSERT INTO bank_used_credits (network, reference, used_for, amount_cents, created_at)
  VALUES ($1, $2, $3, $4, $5)`);

function refuseMore(amountCents: bigint): Refusal {
  return at("/amount", `must be at most ${formatAmount(dollars(amountCents))}, the amount of the credit`);
}

function at(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
