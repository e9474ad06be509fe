import Type from "typebox";
import { type ChainName, chainNames } from "../chains/chain-name.ts";
import { anyCase } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { type BankRail, bankRails, isBankRail } from "../rails/rail.ts";

/** How value moves: on a chain, or by a bank rail. */
export type TransferType = ChainName | BankRail;

/** Names of test chains: aliases of the chains on testnet. */
const testChains = {
  sepolia: "ethereum",
  base_sepolia: "base",
  solana_devnet: "solana",
  stellar_testnet: "stellar",
} as const satisfies Record<string, ChainName>;

const olderSpellings = { "rtp-credit": "rtp_credit", rtp: "rtp_credit" } as const satisfies Record<
  string,
  BankRail
>;

type TestChain = keyof typeof testChains;
/** Every accepted spelling of a chain. */
export type ChainSpelling = ChainName | TestChain;
/** Every accepted spelling of a transfer type. */
export type TransferTypeSpelling = ChainSpelling | BankRail | OlderSpelling;
type OlderSpelling = keyof typeof olderSpellings;

const chainSpellings: readonly ChainSpelling[] = [...chainNames, ...(Object.keys(testChains) as TestChain[])];
const spellings: readonly TransferTypeSpelling[] = [
  ...chainSpellings,
  ...bankRails,
  ...(Object.keys(olderSpellings) as OlderSpelling[]),
];

const onTestnet =
  "On testnet also `sepolia`, `base_sepolia`, `solana_devnet` and `stellar_testnet`, as aliases of the chains; on " +
  "mainnet these are refused with 403. Any letter case is accepted.";

/** A chain in a request. */
export const ChainRequestSchema = Type.Enum([...chainSpellings], {
  // An explicit type, so that the uniqueness check compares strings only.
  type: "string",
  ...anyCase("lower"),
  description: `A chain. ${onTestnet}`,
  examples: ["base"],
});

/** A chain or rail in a request. */
export const TransferTypeRequestSchema = Type.Enum([...spellings], {
  type: "string",
  ...anyCase("lower"),
  description: `A chain or a bank rail; \`rtp\` and \`rtp-credit\` mean \`rtp_credit\`. ${onTestnet}`,
  examples: ["base"],
});

/** A chain in a response. */
export const ChainSchema = Type.Enum([...chainNames], { description: "A chain, by its canonical name." });

export interface ReadingPlace {
  readonly network: Network;
  /** Pointer to it in the request. */
  readonly pointer: string;
}

/** The chain of a spelling; test chains are refused on mainnet. */
export function readChain(spelling: ChainSpelling, { network, pointer }: ReadingPlace): ChainName | Refusal {
  if (!isTestChain(spelling)) return spelling;
  if (network === "testnet") return testChains[spelling];
  const detail = `is a test chain; use ${testChains[spelling]} on mainnet`;
  return refuse("network_not_supported", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

/** The chain or rail of a spelling; test chains are refused on mainnet. */
export function readTransferType(
  spelling: TransferTypeSpelling,
  place: ReadingPlace,
): TransferType | Refusal {
  if (isOlderSpelling(spelling)) return olderSpellings[spelling];
  return isBankRail(spelling) ? spelling : readChain(spelling, place);
}

function isOlderSpelling(spelling: string): spelling is OlderSpelling {
  return Object.hasOwn(olderSpellings, spelling);
}

function isTestChain(spelling: string): spelling is TestChain {
  return Object.hasOwn(testChains, spelling);
}
