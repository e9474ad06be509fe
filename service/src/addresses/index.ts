/** @public Types for every module that moves value. */
export type {
  Address,
  AddressId,
  AddressPurpose,
  BankAddress,
  ExternalChainAddress,
  InternalAddress,
} from "./address.ts";
/** @public For the event catalog. */
export { addressEventTypes } from "./address-event-types.ts";
/** @public For simulated deposits, whose sender is an address. */
export type { AddressReaders } from "./address-readers.ts";
/** @public Bank details, for payments. */
export { type BankDetails, loadBankDetails } from "./bank/bank-details.ts";
/** @public For payments, which see the returns, and for operators. */
export { blockDebits, reauthorizeDebits } from "./bank/block-debits.ts";
/** @public For payments, which see notifications of change. */
export { correctBankAddresses } from "./bank/correct-bank-addresses.ts";
/** @public Prenotes are sent by the composition root; payments see what banks say about them. */
export { endPrenotes, type SendPrenote } from "./bank/prenotes.ts";
export { displayNameOf } from "./bank/read-bank-account.ts";
/** @public Called by the sender of micro deposits when one is returned. */
export { failMicroDeposits } from "./bank-links/fail-micro-deposits.ts";
/** @public The port of bank links; its adapters are in `adapters/`. */
export type { BankLinkProviders, LinkCallbacks, SendMicroDeposits } from "./bank-links/provider.ts";
/** @public Bank link endpoints. */
export { type BankLinkRouteDeps, bankLinkRoutes } from "./bank-links/routes.ts";
/** @public How a bank account was linked, and its customer's webhook URL. */
export { selectBankLink as findBankLink } from "./bank-links/store.ts";
/** @public Deletes old link sessions. */
export { bankLinkUpkeep } from "./bank-links/upkeep.ts";
export { createCustodialAddresses } from "./create-custodial-addresses.ts";
/** @public Creates custodial addresses for other purposes. */
export { addCustodialAddress, type CustodialDeps } from "./custodial-address.ts";
/** @public For approvals, which add up what one destination receives. */
export { findDestinationKeys } from "./destination-key.ts";
/** @public Resolves address ids in requests of other modules. */
export { findAddress, findAddresses, refuseUnusable } from "./find-address.ts";
/** @public Port implemented by the token catalogue. */
export type { TokenOf } from "./read-balance.ts";
export { type AddressRouteDeps, addressRoutes } from "./routes.ts";
/** @public For the composition root: where payouts of testnet go if they name no bank account. */
export { draftSandboxBank, ensureSandboxBank } from "./sandbox-bank.ts";
export {
  type AddressHolder,
  addressList,
  addressView,
  selectAddressesWithText as findAddressesWithText,
  selectHolders as findAddressHolders,
  selectTreasuryAddresses as findTreasuryAddresses,
  type TreasuryAddress,
} from "./store.ts";
/** @public Parses chains and rails in requests of all modules. */
export {
  ChainRequestSchema,
  ChainSchema,
  readChain,
  readTransferType,
  type TransferType,
  TransferTypeFilterSchema,
  TransferTypeRequestSchema,
  TransferTypeSchema,
  transferTypeLists,
} from "./transfer-type.ts";
/** @public For the console. */
export { presentTransferTypes, TransferTypesSchema } from "./transfer-types-route.ts";
export { ensureTreasuryAddresses } from "./treasury-addresses.ts";
