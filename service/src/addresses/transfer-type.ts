import Type from "typebox";
import { type ChainName, chainNames } from "../chains/chain-name.ts";
import type { Network } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { type BankRail, bankRails, isBankRail } from "../rails/rail.ts";

/** By which way value moves: on a chain, or on a rail of the banks. */
export type TransferType = ChainName | BankRail;

/** Names of test chains, which are taken on testnet and mean the same chains there. */
const testChains = {
  sepolia: "ethereum",
  base_sepolia: "base",
  solana_devnet: "solana",
  stellar_testnet: "stellar",
} as const satisfies Record<string, ChainName>;

const olderSpellings = { "rtp-credit": "rtp_credit" } as const satisfies Record<string, BankRail>;

type TestChain = keyof typeof testChains;
/** Every spelling of a chain that a request may use. */
export type ChainSpelling = ChainName | TestChain;
/** Every spelling of a transfer type that a request may use. */
export type TransferTypeSpelling = ChainSpelling | BankRail | keyof typeof olderSpellings;

const chainSpellings: readonly ChainSpelling[] = [...chainNames, ...(Object.keys(testChains) as TestChain[])];
const spellings: readonly TransferTypeSpelling[] = [...chainSpellings, ...bankRails, "rtp-credit"];

const onTestnet =
  "On testnet also `sepolia`, `base_sepolia`, `solana_devnet` and `stellar_testnet`, which mean the same chains; on " +
  "mainnet those are refused with 403.";

/** A chain as a request names it. */
export const ChainRequestSchema = Type.Enum([...chainSpellings], {
  // Said, so that whoever looks whether two are the same compares texts and nothing else.
  type: "string",
  description: `A chain. ${onTestnet}`,
  examples: ["base"],
});

/** A chain or a rail as a request names it. */
export const TransferTypeRequestSchema = Type.Enum([...spellings], {
  type: "string",
  description: `A chain or a bank rail. ${onTestnet}`,
  examples: ["base"],
});

/** A chain as an answer names it. */
export const ChainSchema = Type.Enum([...chainNames], { description: "A chain, by its canonical name." });

export interface ReadingPlace {
  readonly network: Network;
  /** Where in the request it stands. */
  readonly pointer: string;
}

/** The chain behind a spelling; on mainnet a test chain is refused. */
export function readChain(spelling: ChainSpelling, { network, pointer }: ReadingPlace): ChainName | Refusal {
  if (!isTestChain(spelling)) return spelling;
  if (network === "testnet") return testChains[spelling];
  const detail = `names a test chain; on mainnet it is called ${testChains[spelling]}`;
  return refuse("network_not_supported", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

/** The chain or the rail behind a spelling; on mainnet a test chain is refused. */
export function readTransferType(
  spelling: TransferTypeSpelling,
  place: ReadingPlace,
): TransferType | Refusal {
  if (spelling === "rtp-credit") return olderSpellings[spelling];
  return isBankRail(spelling) ? spelling : readChain(spelling, place);
}

function isTestChain(spelling: string): spelling is TestChain {
  return Object.hasOwn(testChains, spelling);
}
