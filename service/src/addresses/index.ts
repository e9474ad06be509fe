/** @public The nouns, for every module that moves value. */
export type { Address, AddressId, BankAddress, ExternalChainAddress, InternalAddress } from "./address.ts";
/** @public Who pays by bank needs to know whom. */
export { type BankDetails, loadBankDetails } from "./bank/bank-details.ts";
export { resealBankDetails } from "./bank/reseal-bank-details.ts";
export { markNeedsUpdate } from "./bank/store.ts";
export { createCustodialAddresses } from "./create-custodial-addresses.ts";
/** @public Every module that moves value names its ends by address id. */
export { findAddress, findAddresses, refuseUnusable } from "./find-address.ts";
/** @public The port that the catalogue of tokens answers. */
export type { TokenOf } from "./read-balance.ts";
export { type AddressRouteDeps, addressRoutes } from "./routes.ts";
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
