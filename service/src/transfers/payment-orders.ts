import { assert } from "../kernel/assert.ts";
import type { PaymentOrder } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import { centsOf, deliveredUnits, type Transfer } from "./transfer.ts";

/** The payment order of a step: debits the full amount, or pays out the amount less the fee. */
export function orderFor(transfer: Transfer, step: "debit_pending" | "paying_out"): PaymentOrder {
  const { tenantId, network, accountId, statementName, purpose, id: subject } = transfer;
  const common = {
    tenantId,
    network,
    accountId,
    statementName,
    purpose,
    owner: { name: transfersOwnerName, subject },
  };
  if (step === "debit_pending") {
    const { source } = transfer;
    assert(source.medium === "bank" && source.addressId !== undefined, "a debit has a bank address");
    const { rail, addressId } = source;
    return {
      ...common,
      id: orderedId(source.paymentId),
      rail,
      addressId,
      amountCents: cents(transfer.units),
      reference: undefined,
    };
  }
  const { destination } = transfer;
  assert(destination.medium === "bank", "a payout has a bank address");
  const { rail, addressId, reference } = destination;
  return {
    ...common,
    id: orderedId(destination.paymentId),
    rail,
    addressId,
    amountCents: cents(deliveredUnits(transfer)),
    reference,
  };
}

function orderedId<PaymentId>(paymentId: PaymentId | undefined): PaymentId {
  assert(paymentId !== undefined, "an order has an id before it is placed");
  return paymentId;
}

function cents(units: bigint): bigint {
  const whole = centsOf(units);
  assert(whole !== undefined, "bank amounts are whole cents");
  return whole;
}
