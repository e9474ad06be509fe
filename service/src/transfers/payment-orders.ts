import { assert } from "../kernel/assert.ts";
import type { PaymentOrder } from "../payments/index.ts";
import { transfersOwnerName } from "./chain-deeds.ts";
import { centsOf, deliveredUnits, type Transfer } from "./transfer.ts";

/** What the bank is to do in a step: pull the whole amount in, or pay out what is left after the fee. */
export function orderFor(transfer: Transfer, step: "collecting" | "paying"): PaymentOrder {
  const { tenantId, network, accountId, statementName, id: subject } = transfer;
  const common = {
    tenantId,
    network,
    accountId,
    statementName,
    owner: { name: transfersOwnerName, subject },
  };
  if (step === "collecting") {
    const { source } = transfer;
    assert(source.medium === "bank" && source.addressId !== undefined, "money is pulled from a bank address");
    const { rail, addressId } = source;
    return {
      ...common,
      id: orderedId(source.paymentId),
      rail,
      addressId,
      amountCents: cents(transfer.units),
      memo: undefined,
    };
  }
  const { destination } = transfer;
  assert(destination.medium === "bank", "money is paid to a bank address");
  const { rail, addressId, memo } = destination;
  return {
    ...common,
    id: orderedId(destination.paymentId),
    rail,
    addressId,
    amountCents: cents(deliveredUnits(transfer)),
    memo,
  };
}

function orderedId<PaymentId>(paymentId: PaymentId | undefined): PaymentId {
  assert(paymentId !== undefined, "an order has its id before it is placed");
  return paymentId;
}

function cents(units: bigint): bigint {
  const whole = centsOf(units);
  assert(whole !== undefined, "a bank moves whole cents");
  return whole;
}
