export { type BankListenerDeps, createBankListener } from "./bank-listener.ts";
export { createPayments, movePaymentsToSuspense } from "./create-payments.ts";
export {
  getPaymentOfTenant,
  type KeepPayments,
  listPayments,
  maxSearched as maxPaymentsSearched,
  newestPayments,
  type PaymentList,
  searchedAtOnce as paymentsAtOnce,
  streamOutgoing,
  streamPayments,
  totalPayments,
} from "./list-payments.ts";
export type { PaymentSearch, PaymentSort } from "./list-store.ts";
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
export { returnRateNames } from "./return-rates/return-rate.ts";
export { type MeasuredRates, selectRates as findReturnRates } from "./return-rates/store.ts";
export { rewrapPayments } from "./rewrap-payments.ts";
export { paymentRoutes } from "./routes.ts";
export { selectPayments as findPayments } from "./store.ts";
export { holdReasons, type StoredPayment, shownStatus } from "./stored-payment.ts";
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
