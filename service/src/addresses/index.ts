/** @public The nouns, for every module that moves value. */
export type {
  Address,
  AddressId,
  AddressPurpose,
  BankAddress,
  ExternalChainAddress,
  InternalAddress,
} from "./address.ts";
/** @public Who pays by bank needs to know whom. */
export { type BankDetails, loadBankDetails } from "./bank/bank-details.ts";
export { resealBankDetails } from "./bank/reseal-bank-details.ts";
export { markNeedsUpdate } from "./bank/store.ts";
/** @public For who sends micro deposits, when one comes back. */
export { failMicroDeposits } from "./bank-links/fail-micro-deposits.ts";
/** @public The port of bank links; adapters stand in `adapters/`. */
export type { BankLinkProviders, SendMicroDeposits } from "./bank-links/provider.ts";
/** @public The endpoints of bank links, beside those of addresses. */
export { type BankLinkRouteDeps, bankLinkRoutes } from "./bank-links/routes.ts";
/** @public How a bank account was linked, and where its customer wants to hear of it. */
export { selectBankLink as findBankLink } from "./bank-links/store.ts";
/** @public What removes link sessions that are over. */
export { bankLinkUpkeep } from "./bank-links/upkeep.ts";
export { createCustodialAddresses } from "./create-custodial-addresses.ts";
/** @public For whoever needs a custodial address of a purpose of its own. */
export { addCustodialAddress, type CustodialDeps } from "./custodial-address.ts";
/** @public Every module that moves value names its ends by address id. */
export { findAddress, findAddresses, refuseUnusable } from "./find-address.ts";
export {
  type AddressHolder,
  selectHolders as findAddressHolders,
  selectTreasuryAddresses as findTreasuryAddresses,
  type TreasuryAddress,
} from "./purpose-store.ts";
/** @public The port that the catalogue of tokens answers. */
export type { TokenOf } from "./read-balance.ts";
export { type AddressRouteDeps, addressRoutes } from "./routes.ts";
export { selectAddressesWithText as findAddressesWithText } from "./store.ts";
/** @public Every module that names chains and rails in its requests reads them the same way. */
export {
  ChainRequestSchema,
  ChainSchema,
  type ChainSpelling,
  readChain,
  readTransferType,
  type TransferType,
  TransferTypeRequestSchema,
  type TransferTypeSpelling,
} from "./transfer-type.ts";
export { ensureTreasuryAddresses } from "./treasury-addresses.ts";
