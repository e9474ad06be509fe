import type { Transaction } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { StoredPayment } from "../stored-payment.ts";
import { lockHeld } from "./store.ts";

/** Locks a held payment for a decision, or throws a refusal. */
export async function requireHeld(keyRing: KeyRing, tx: Transaction, text: string): Promise<StoredPayment> {
  const id = parseId<"payment">(text);
  const held = id === undefined ? undefined : await lockHeld(keyRing, tx, id);
  if (held === undefined)
    throw new RefusalError(refuse("not_found", "there is no held payment with this id"));
  if (held.returnId !== undefined) {
    const detail = `the payment is already being returned to its sender by payment ${held.returnId}`;
    throw new RefusalError(refuse("conflict", detail));
  }
  return held;
}
