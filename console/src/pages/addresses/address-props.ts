import type { Address } from "./address.ts";

/** An address and the account that owns it. */
export interface AddressProps {
  readonly accountId: string;
  readonly address: Address;
}
