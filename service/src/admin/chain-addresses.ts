import type { ChainFamily } from "../chains/chain-name.ts";
import { evmAddressOf } from "../chains/evm/address.ts";
import { addressOf as solanaAddressOf } from "../chains/solana/address.ts";
import { stellarAddressOf } from "../chains/stellar/stellar-address.ts";

/** The address of a public key, as the chains of its family write it. Asks no node. */
export function addressOf(family: ChainFamily, publicKey: Uint8Array): string {
  switch (family) {
    case "evm":
      return evmAddressOf(publicKey);
    case "solana":
      return solanaAddressOf(publicKey);
    case "stellar":
      return stellarAddressOf(publicKey);
  }
}
