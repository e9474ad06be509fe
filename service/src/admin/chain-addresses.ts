import type { AddressVerdict } from "../chains/chain.ts";
import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";
import { evmAddressOf, parseEvmAddress } from "../chains/evm/address.ts";
import {
  parseAddress as parseSolanaAddress,
  addressOf as solanaAddressOf,
} from "../chains/solana/address.ts";
import { parseStellarAddress, stellarAddressOf } from "../chains/stellar/stellar-address.ts";

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

/** An address as its chain writes it, or what is wrong with it. Asks no node. */
export function parseChainAddress(chain: ChainName, text: string): AddressVerdict {
  switch (familyOf(chain)) {
    case "evm":
      return parseEvmAddress(text);
    case "solana":
      return parseSolanaAddress(text);
    case "stellar":
      return parseStellarAddress(text);
  }
}
