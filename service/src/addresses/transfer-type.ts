import Type from "typebox";
import { type ChainName, chainsByTestName, isChainName } from "../chains/chain-name.ts";
import { knownChainNames } from "../chains/known-chains.ts";
import { anyCase, oneOfList } from "../http/schemas.ts";
import type { ValueLists } from "../http/validation.ts";
import { assert } from "../kernel/assert.ts";
import type { Network } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { type BankRail, bankRails, isBankRail } from "../rails/rail.ts";

/** How value moves: on a chain, or by a bank rail. */
export type TransferType = ChainName | BankRail;

const olderSpellings: Readonly<Record<string, BankRail>> = { "rtp-credit": "rtp_credit", rtp: "rtp_credit" };

/** In the transfer types of an address also by the payment system. Elsewhere `ach` could be a credit or a debit. */
const railsOfSystems: Readonly<Record<string, BankRail>> = { ach: "ach_credit" };

/** What requests of a deployment with these chains may name, in every accepted spelling. */
export function transferTypeLists(chains: readonly ChainName[]): ValueLists {
  const testNames = [...chainsByTestName].filter(([, chain]) => chains.includes(chain)).map(([name]) => name);
  const chainSpellings = [...chains, ...testNames];
  const rails = [...bankRails, ...Object.keys(olderSpellings)];
  return {
    chains: chainSpellings,
    transferTypes: [...chainSpellings, ...rails],
    addressTransferTypes: [...chainSpellings, ...rails, ...Object.keys(railsOfSystems)],
    knownTransferTypes: [...new Set([...chains, ...knownChainNames, ...chainsByTestName.keys(), ...rails])],
  };
}

const served = "`GET /transfer-types` returns those of this deployment.";
const onTestnet =
  "On testnet also the names of test networks, such as `sepolia`, `base_sepolia`, `solana_devnet` and " +
  "`stellar_testnet`, as aliases of the chains; on mainnet these are refused with 403. Any letter case is accepted.";

/** A chain in a request. */
export const ChainRequestSchema = Type.String({
  ...anyCase("lower"),
  ...oneOfList("chains"),
  description: `A chain. ${served} ${onTestnet}`,
  examples: ["base"],
});

/** A chain or rail in a request. */
export const TransferTypeRequestSchema = Type.String({
  ...anyCase("lower"),
  ...oneOfList("transferTypes"),
  description: `A chain or a bank rail; \`rtp\` and \`rtp-credit\` mean \`rtp_credit\`. ${served} ${onTestnet}`,
  examples: ["base", "wire"],
});

/** A chain or rail in the transfer types of an address. */
export const AddressTransferTypeSchema = Type.String({
  ...anyCase("lower"),
  ...oneOfList("addressTransferTypes"),
  description:
    "A chain or a bank rail; `ach` means `ach_credit`, `rtp` and `rtp-credit` mean `rtp_credit`. " +
    `${served} ${onTestnet}`,
  examples: ["base", "wire"],
});

/** A chain or rail to filter by: nothing matches a known chain that this deployment does not have. */
export const TransferTypeFilterSchema = Type.String({
  ...anyCase("lower"),
  ...oneOfList("knownTransferTypes"),
  description: `A chain or a bank rail. Nothing matches a known chain that is off. ${served} ${onTestnet}`,
  examples: ["base", "wire"],
});

/** A chain in a response. */
export const ChainSchema = Type.String({
  description: `A chain, by its canonical name. ${served}`,
  examples: ["base"],
});

/** A chain or rail in a response. */
export const TransferTypeSchema = Type.String({
  description: `A chain or a bank rail, by its canonical name. ${served}`,
  examples: ["base", "wire"],
});

export interface ReadingPlace {
  readonly network: Network;
  /** Pointer to it in the request. */
  readonly pointer: string;
}

/** The chain of a spelling that the schema has accepted; test chains are refused on mainnet. */
export function readChain(spelling: string, { network, pointer }: ReadingPlace): ChainName | Refusal {
  const name = spelling.toLowerCase();
  const tested = chainsByTestName.get(name);
  if (tested !== undefined && network === "testnet") return tested;
  if (tested !== undefined) {
    const detail = `is a test chain; use ${tested} on mainnet`;
    return refuse("network_not_supported", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
  }
  assert(isChainName(name), "the schema accepts chains of this deployment only");
  return name;
}

/** The same for a transfer type of an address. */
export function readAddressTransferType(spelling: string, place: ReadingPlace): TransferType | Refusal {
  return railsOfSystems[spelling.toLowerCase()] ?? readTransferType(spelling, place);
}

/** The chain or rail of a spelling that the schema has accepted; test chains are refused on mainnet. */
export function readTransferType(spelling: string, place: ReadingPlace): TransferType | Refusal {
  const name = spelling.toLowerCase();
  const rail = olderSpellings[name] ?? name;
  return isBankRail(rail) ? rail : readChain(name, place);
}
