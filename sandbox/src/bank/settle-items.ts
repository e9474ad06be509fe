import { paymentSystemOf } from "@florin/service/sandbox-ports";
import { type BankItem, type Booking, opposite } from "./bank-item.ts";
import { bookingDay } from "./bank-time.ts";
import { bankReferenceOf, clearingReferenceOf, type Numbers } from "./numbers.ts";

/** A due item after processing, and its booking on Florin's account. */
export interface DoneItem {
  readonly item: BankItem;
  readonly booking: Booking | undefined;
}

/** Processes a due item as planned. Settlement is booked, and so is a return after settlement. */
export function settleItem(item: BankItem, numbers: Numbers): DoneItem {
  switch (item.outcome) {
    case "settle":
      return settle(item, numbers);
    case "reject":
      return { item: { ...item, state: "rejected" }, booking: undefined };
    case "return":
      return {
        item: { ...item, state: "returned" },
        booking: item.settledAt === undefined ? undefined : book(item, "return", numbers.take()),
      };
  }
}

function settle(item: BankItem, numbers: Numbers): DoneItem {
  const number = numbers.take();
  const bankReference = item.bankReference ?? bankReferenceOf(item.network, number);
  const settled: BankItem = {
    ...item,
    state: "settled",
    settledAt: item.dueAt,
    bankReference,
    clearingReference: item.clearingReference ?? settledReferenceOf(item, number),
  };
  return { item: settled, booking: { ...book(item, "settlement", number), bankReference } };
}

/** Our own trace number in ACH; in the other systems, it is assigned when the payment settles. */
function settledReferenceOf({ system, reference, dueAt }: BankItem, number: bigint): string {
  const isAch = paymentSystemOf(system).reference === "trace_number";
  return isAch ? reference : clearingReferenceOf(system, dueAt, number);
}

function book(item: BankItem, kind: Booking["kind"], number: bigint): Booking {
  return {
    number,
    itemId: item.id,
    kind,
    direction: kind === "settlement" ? item.direction : opposite(item.direction),
    amountCents: item.amountCents,
    bankReference: bankReferenceOf(item.network, number),
    day: bookingDay(item.dueAt),
    bookedAt: item.dueAt,
  };
}

/** Effect of a booking on the balance of Florin's account. */
export function signedCents({ direction, amountCents }: Pick<Booking, "direction" | "amountCents">): bigint {
  return direction === "credit" ? amountCents : -amountCents;
}
