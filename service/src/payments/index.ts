export { type BankListenerDeps, createBankListener } from "./bank-listener.ts";
export { createPayments, movePaymentsToSuspense } from "./create-payments.ts";
export {
  getPaymentOfTenant,
  heldPaymentRows,
  type KeepPayments,
  latestPaymentRows,
  maxSearched as maxPaymentsSearched,
  newestPayments,
  type PaymentQuery,
  paymentRows,
  streamOutgoing,
} from "./list-payments.ts";
/** @public For modules that order payments and open no account numbers. */
export { counterpartyOf, type OrderDeps, orderPayments } from "./order-payments.ts";
/** @public Types, for every module that moves money through banks. */
export type {
  Payment,
  PaymentDetails,
  PaymentId,
  PaymentLinks,
  PaymentOwnerRef,
  PaymentReason,
  PaymentStatus,
} from "./payment.ts";
export { paymentEventTypes, returnEventTypes } from "./payment-event.ts";
/** For lists of payments with the same filters. */
export { paymentFilterQuery, readPaymentFilter } from "./payment-filter.ts";
export { type PaymentSearch, paymentList } from "./payment-lists.ts";
/** @public For simulations, which return the payment that they cause. */
export { examplePayment, PaymentSchema, presentPayment } from "./payment-response.ts";
/** @public The port that those modules use, and the one that they implement. */
export type {
  NewVirtualAccount,
  PaymentOrder,
  PaymentOwner,
  PaymentReply,
  PaymentScope,
  Payments,
  PaymentUpdate,
  RefusedPayment,
  VirtualAccount,
} from "./payments.ts";
/** @public Ledger accounts that an owner posts to and from for bank money. */
export { outside as outsideDollars, owedByCustomer } from "./postings.ts";
export { returnRateJobs } from "./return-rates/measure-return-rates.ts";
export { type MeasuredRates, returnRateNames } from "./return-rates/return-rate.ts";
export { exceededRateQueue, selectRates as findReturnRates } from "./return-rates/store.ts";
export { paymentRoutes } from "./routes.ts";
export { paymentView, selectPayments as findPayments } from "./store.ts";
export { holdReasons, type StoredPayment } from "./stored-payment.ts";
export { type Assignment, assignPayment } from "./suspense/assign-payment.ts";
export { type ReturnRequest, returnPayment, returnReasons } from "./suspense/return-payment.ts";
export {
  measureSuspense,
  selectAnyPayment as findAnyPayment,
  selectPaymentPlace as findPaymentPlace,
  suspenseQueue,
} from "./suspense/store.ts";
export { findLikelyAccounts, type Likeness } from "./virtual-accounts/likely-accounts.ts";
export { memosIn } from "./virtual-accounts/memo.ts";
export {
  advanceAccountNumbers,
  type OpenedAccount,
  selectByMemoAnywhere as findAccountsByMemo,
  selectByOwnerAnywhere as findAccountNumberOf,
} from "./virtual-accounts/store.ts";
