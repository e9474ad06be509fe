import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { IncomingBankPayment } from "../rails/bank-work.ts";
import type { PaymentId } from "./payment.ts";
import type { PaymentScope } from "./payments.ts";
import { namedNumber, placeIncomingPayment } from "./place-incoming-payment.ts";
import type { SenderCheck } from "./screen-senders.ts";
import { claimIncomingPayments, insertPayments, lockPayments, updatePayments } from "./store.ts";
import type { StoredPayment } from "./stored-payment.ts";
import { addresseesOf } from "./virtual-accounts/address-incoming-payments.ts";
import { selectByNumbers } from "./virtual-accounts/store.ts";

export interface TakeIncomingPaymentsDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
}

export interface CheckedIncomingPayment {
  readonly incomingPayment: IncomingBankPayment;
  readonly sender: SenderCheck;
}

/** Creates a payment for each new incoming bank payment: for its owner, or held for manual review. */
export async function takeIncomingPayments(
  deps: TakeIncomingPaymentsDeps,
  tx: Transaction,
  scope: PaymentScope,
  checked: readonly CheckedIncomingPayment[],
): Promise<readonly StoredPayment[]> {
  if (checked.length === 0) return [];
  const fresh = await claim(deps, tx, scope, checked);
  const announced = await lockAnnounced(deps, tx, scope, fresh);
  const addressees = await addresseesOf(
    tx,
    scope.network,
    fresh.map(({ incomingPayment }) => incomingPayment),
  );
  const numbers = addressees.flatMap((addressee) => namedNumber(addressee) ?? []);
  const accounts = new Map(
    (await selectByNumbers(tx, scope, numbers)).map((account) => [account.accountNumber, account]),
  );
  const now = deps.clock.now();
  const arrived = fresh.map((checked, index) => {
    const addressee = addressees[index];
    assert(addressee !== undefined, "every incoming payment was looked up");
    const account = accounts.get(namedNumber(addressee) ?? "");
    const insertedAt = announced.get(checked.id)?.insertedAt ?? now;
    return { ...placeIncomingPayment(scope, { ...checked, addressee, account }, now), insertedAt };
  });
  await save(deps, tx, scope, { arrived, announced });
  return arrived;
}

type Announced = ReadonlyMap<PaymentId, StoredPayment>;

/** Payments that are already pending, because the sandbox bank announced them. */
async function lockAnnounced(
  { keyRing }: TakeIncomingPaymentsDeps,
  tx: Transaction,
  scope: PaymentScope,
  claimed: readonly { readonly id: PaymentId; readonly isAnnounced: boolean }[],
): Promise<Announced> {
  const ids = claimed.filter(({ isAnnounced }) => isAnnounced).map(({ id }) => id);
  return new Map((await lockPayments(keyRing, tx, scope, ids)).map((payment) => [payment.id, payment]));
}

async function save(
  { keyRing }: TakeIncomingPaymentsDeps,
  tx: Transaction,
  { tenantId }: PaymentScope,
  { arrived, announced }: { readonly arrived: readonly StoredPayment[]; readonly announced: Announced },
): Promise<void> {
  const isAnnounced = ({ id }: StoredPayment): boolean => announced.has(id);
  await insertPayments(
    keyRing,
    tx,
    arrived.filter((payment) => !isAnnounced(payment)),
  );
  await updatePayments(keyRing, tx, tenantId, arrived.filter(isAnnounced));
}

/** A bank reference identifies exactly one incoming payment, even if it is repeated within a file. */
async function claim(
  { newId }: TakeIncomingPaymentsDeps,
  tx: Transaction,
  { network }: PaymentScope,
  checked: readonly CheckedIncomingPayment[],
) {
  const distinct = new Map(checked.map((payment) => [payment.incomingPayment.bankReference, payment]));
  const identified = [...distinct.values()].map((payment) => ({ ...payment, id: newId<"payment">() }));
  const claimed = await claimIncomingPayments(
    tx,
    network,
    identified.map(({ id, incomingPayment }) => ({
      bankReference: incomingPayment.bankReference,
      paymentId: id,
    })),
  );
  return identified.flatMap((payment) => {
    const id = claimed.get(payment.incomingPayment.bankReference);
    return id === undefined ? [] : [{ ...payment, id, isAnnounced: id !== payment.id }];
  });
}
