import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { IncomingBankPayment } from "../rails/bank-work.ts";
import type { PaymentDetails, PaymentId } from "./payment.ts";
import type { PaymentScope } from "./payments.ts";
import type { SenderCheck } from "./screen-senders.ts";
import { claimIncomingPayments, insertPayments, lockPayments, updatePayments } from "./store.ts";
import { linksOf, newPayment, type PaymentHold, type StoredPayment } from "./stored-payment.ts";
import { type Addressee, addresseesOf } from "./virtual-accounts/address-incoming-payments.ts";
import { type OpenedAccount, selectByNumbers } from "./virtual-accounts/store.ts";

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

interface IncomingPaymentFacts {
  readonly id: PaymentId;
  readonly incomingPayment: IncomingBankPayment;
  readonly addressee: Addressee;
  /** The virtual account of this tenant that the incoming payment references, if any. */
  readonly account: OpenedAccount | undefined;
  readonly sender: SenderCheck;
}

/** Creates the payment of an incoming bank payment: for the owner of its account number, or held for manual review. */
function placeIncomingPayment(
  { tenantId, network }: PaymentScope,
  facts: IncomingPaymentFacts,
  now: Instant,
): StoredPayment {
  const { id, incomingPayment, account } = facts;
  const { system: type, amountCents } = incomingPayment;
  const hold = holdOf(facts, now);
  return newPayment(
    {
      id,
      tenantId,
      network,
      accountId: account?.accountId,
      direction: "inbound",
      type,
      amountCents,
      status: "complete",
      owner: account?.owner,
      details: detailsOf(incomingPayment),
      links: account === undefined ? {} : linksOf(account.owner),
      hold,
      incomingPayment,
      isPublished: hold === undefined,
    },
    now,
  );
}

/** Most severe first: the sender, then the owner. */
function holdOf(
  { sender, addressee, account }: IncomingPaymentFacts,
  since: Instant,
): PaymentHold | undefined {
  const hold = { note: undefined, since, screening: undefined };
  switch (sender.outcome) {
    case "hit": {
      const { listVersion, hitUids } = sender;
      return { ...hold, reason: "sanctioned_sender", screening: { listVersion, hitUids } };
    }
    case "unnamed":
      return { ...hold, reason: "unnamed_sender" };
    case "clear":
      if (isContradictory(addressee)) return { ...hold, reason: "contradictory" };
      return account === undefined ? { ...hold, reason: "unmatched" } : undefined;
  }
}

function isContradictory({ byNumber, byMemo }: Addressee): boolean {
  const named = byNumber === undefined ? byMemo : [byNumber, ...byMemo];
  return new Set(named.map(({ accountNumber }) => accountNumber)).size > 1;
}

/** The account number to match; a memo counts only if the number is unknown and there is a single memo. */
function namedNumber({ byNumber, byMemo }: Addressee): string | undefined {
  return (byNumber ?? (byMemo.length === 1 ? byMemo[0] : undefined))?.accountNumber;
}

function detailsOf(incomingPayment: IncomingBankPayment): PaymentDetails {
  return {
    receivedAt: incomingPayment.receivedAt,
    senderName: incomingPayment.senderName,
    senderBankName: incomingPayment.senderBankName,
    senderBankRoutingNumber: incomingPayment.senderBankRoutingNumber,
    paymentReference: incomingPayment.reference,
    imad: incomingPayment.imad,
    traceNumber: incomingPayment.traceNumber,
  };
}
