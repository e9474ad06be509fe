import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { BankReceipt } from "../rails/bank-work.ts";
import type { PaymentId } from "./payment.ts";
import type { PaymentScope } from "./payments.ts";
import { namedNumber, placeReceipt } from "./place-receipt.ts";
import type { SenderCheck } from "./screen-senders.ts";
import { claimReceipts, insertPayments, lockPayments, updatePayments } from "./store.ts";
import type { StoredPayment } from "./stored-payment.ts";
import { addresseesOf } from "./virtual-accounts/address-receipts.ts";
import { selectByNumbers } from "./virtual-accounts/store.ts";

export interface TakeReceiptsDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
}

export interface CheckedReceipt {
  readonly receipt: BankReceipt;
  readonly sender: SenderCheck;
}

/** Makes a payment of each receipt that was not taken before, for the owner that it names or held for a person. */
export async function takeReceipts(
  deps: TakeReceiptsDeps,
  tx: Transaction,
  scope: PaymentScope,
  checked: readonly CheckedReceipt[],
): Promise<readonly StoredPayment[]> {
  if (checked.length === 0) return [];
  const fresh = await claim(deps, tx, scope, checked);
  const announced = await lockAnnounced(deps, tx, scope, fresh);
  const addressees = await addresseesOf(
    tx,
    scope.network,
    fresh.map(({ receipt }) => receipt),
  );
  const numbers = addressees.flatMap((addressee) => namedNumber(addressee) ?? []);
  const accounts = new Map(
    (await selectByNumbers(tx, scope, numbers)).map((account) => [account.accountNumber, account]),
  );
  const now = deps.clock.now();
  const arrived = fresh.map((one, index) => {
    const addressee = addressees[index];
    assert(addressee !== undefined, "every receipt was looked up");
    const account = accounts.get(namedNumber(addressee) ?? "");
    const insertedAt = announced.get(one.id)?.insertedAt ?? now;
    return { ...placeReceipt(scope, { ...one, addressee, account }, now), insertedAt };
  });
  await save(deps, tx, scope, { arrived, announced });
  return arrived;
}

type Announced = ReadonlyMap<PaymentId, StoredPayment>;

/** Those that are there already, pending, because a sandbox bank was told of them. */
async function lockAnnounced(
  { keyRing }: TakeReceiptsDeps,
  tx: Transaction,
  scope: PaymentScope,
  claimed: readonly { readonly id: PaymentId; readonly isAnnounced: boolean }[],
): Promise<Announced> {
  const ids = claimed.filter(({ isAnnounced }) => isAnnounced).map(({ id }) => id);
  return new Map((await lockPayments(keyRing, tx, scope, ids)).map((payment) => [payment.id, payment]));
}

async function save(
  { keyRing }: TakeReceiptsDeps,
  tx: Transaction,
  { tenantId }: PaymentScope,
  { arrived, announced }: { readonly arrived: readonly StoredPayment[]; readonly announced: Announced },
): Promise<void> {
  const isThere = ({ id }: StoredPayment): boolean => announced.has(id);
  await insertPayments(
    keyRing,
    tx,
    arrived.filter((one) => !isThere(one)),
  );
  await updatePayments(keyRing, tx, tenantId, arrived.filter(isThere));
}

/** A reference of the bank's is one receipt for ever, also when it is said twice in one breath. */
async function claim(
  { newId }: TakeReceiptsDeps,
  tx: Transaction,
  { network }: PaymentScope,
  checked: readonly CheckedReceipt[],
) {
  const distinct = new Map(checked.map((one) => [one.receipt.bankReference, one]));
  const identified = [...distinct.values()].map((one) => ({ ...one, id: newId<"payment">() }));
  const claimed = await claimReceipts(
    tx,
    network,
    identified.map(({ id, receipt }) => ({ bankReference: receipt.bankReference, paymentId: id })),
  );
  return identified.flatMap((one) => {
    const id = claimed.get(one.receipt.bankReference);
    return id === undefined ? [] : [{ ...one, id, isAnnounced: id !== one.id }];
  });
}
