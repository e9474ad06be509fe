export { type BankListenerDeps, createBankListener } from "./bank-listener.ts";
export { createPayments } from "./create-payments.ts";
export { getPaymentOfTenant, listPayments } from "./list-payments.ts";
/** @public For who orders and has no account numbers to open. */
export { type OrderDeps, orderPayments } from "./order-payments.ts";
/** @public The nouns, for every module that has money moved by banks. */
export type {
  Payment,
  PaymentDetails,
  PaymentId,
  PaymentLinks,
  PaymentOwnerRef,
  PaymentReason,
  PaymentStatus,
} from "./payment.ts";
/** @public For simulations, which answer with the payment that they cause. */
export { examplePayment, PaymentSchema, presentPayment } from "./payment-answer.ts";
export { paymentEventTypes } from "./payment-event.ts";
/** For whoever lists payments by the same filters. */
export { paymentFilterQuery, readPaymentFilter } from "./payment-filter.ts";
/** @public The port that those modules use, and the one that they answer. */
export type {
  NewVirtualAccount,
  PaymentNews,
  PaymentOrder,
  PaymentOwner,
  PaymentReply,
  PaymentScope,
  Payments,
  RefusedPayment,
  VirtualAccount,
} from "./payments.ts";
/** @public What an owner takes money from, and gives it to, when it meets the bank. */
export { outside as outsideDollars, owedByCustomer } from "./postings.ts";
export { resealPayments } from "./reseal-payments.ts";
export { paymentRoutes } from "./routes.ts";
export { holdReasons, type StoredPayment } from "./stored-payment.ts";
export { surrenderPayments } from "./surrender-payments.ts";
export { type Assignment, assignPayment } from "./suspense/assign-payment.ts";
export { type ReturnRequest, returnPayment, returnReasons } from "./suspense/return-payment.ts";
export {
  measureSuspense,
  selectAnyPayment as findAnyPayment,
  selectHeld as listHeldPayments,
  selectHeldSlice as listHeldSlice,
  selectLatest as listLatestPayments,
  selectPaymentPlace as findPaymentPlace,
} from "./suspense/store.ts";
export { findLikelyAccounts, type Likeness } from "./virtual-accounts/likely-accounts.ts";
export { memosIn } from "./virtual-accounts/memo.ts";
export {
  type OpenedAccount,
  selectByMemoAnywhere as findAccountsByMemo,
  selectByOwnerAnywhere as findAccountNumberOf,
} from "./virtual-accounts/store.ts";
