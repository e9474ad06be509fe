import type { AddressCheck } from "../chains/chain.ts";
import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";
import { evmAddressOf, parseEvmAddress } from "../chains/evm/address.ts";
import {
  parseAddress as parseSolanaAddress,
  addressOf as solanaAddressOf,
} from "../chains/solana/address.ts";
import { parseStellarAddress, stellarAddressOf } from "../chains/stellar/stellar-address.ts";

/** The address of a public key, in the format of its chain family. Does not query a node. */
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

/** The normalized address, or why it is invalid. Does not query a node. */
export function parseChainAddress(chain: ChainName, text: string): AddressCheck {
  switch (familyOf(chain)) {
    case "evm":
      return parseEvmAddress(text);
    case "solana":
      return parseSolanaAddress(text);
    case "stellar":
      return parseStellarAddress(text);
  }
}
