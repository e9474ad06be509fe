import { type ChainName, chainNames, familyOf } from "../chains/chain-name.ts";
import { type Network, networks } from "../kernel/id.ts";
import { converted, matching, optional, someText, type ValuesOf } from "./setting.ts";

/** RPC nodes of a chain: the local chain in this process, RPC URLs, or none. */
export type ChainNodes = "local" | "off" | readonly string[];

/** Settings of one chain of one network. */
export interface ChainSettings {
  readonly nodes: ChainNodes;
  /** EIP-155, for EVM chains. */
  readonly chainId: number | undefined;
  /** Confirmations until a block is final; undefined where the chain reports finality itself. */
  readonly confirmations: number | undefined;
  /** Solana only: the cluster that the nodes must belong to. */
  readonly genesisHash: string | undefined;
  /** Stellar only: the network passphrase, and the Horizon server for asset supplies. */
  readonly passphrase: string | undefined;
  readonly horizonUrl: string | undefined;
}

export type ChainsSettings = Readonly<Record<Network, Readonly<Record<ChainName, ChainSettings>>>>;

const maxNodes = 10;

const nodeUrlsMessage = "must be http or https URLs, separated by commas, or off";
const nodeUrls = optional(converted(parseNodeUrls, nodeUrlsMessage));
const horizonUrl = optional(converted(parseNodeUrl, nodeUrlsMessage));
const wholeNumber = optional(converted(parseWholeNumber, "must be a whole number"));
const genesisHash = optional(
  matching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be a base58 hash, as returned by getGenesisHash"),
);
const passphrase = optional(someText);

/** The variables of every chain, such as CHAIN_MAINNET_BASE_RPC_URLS. */
export const chainVariables = {
  CHAIN_TESTNET_ETHEREUM_RPC_URLS: nodeUrls,
  CHAIN_TESTNET_BASE_RPC_URLS: nodeUrls,
  CHAIN_TESTNET_SOLANA_RPC_URLS: nodeUrls,
  CHAIN_TESTNET_STELLAR_RPC_URLS: nodeUrls,
  CHAIN_MAINNET_ETHEREUM_RPC_URLS: nodeUrls,
  CHAIN_MAINNET_BASE_RPC_URLS: nodeUrls,
  CHAIN_MAINNET_SOLANA_RPC_URLS: nodeUrls,
  CHAIN_MAINNET_STELLAR_RPC_URLS: nodeUrls,
  CHAIN_TESTNET_ETHEREUM_CHAIN_ID: wholeNumber,
  CHAIN_TESTNET_BASE_CHAIN_ID: wholeNumber,
  CHAIN_MAINNET_ETHEREUM_CHAIN_ID: wholeNumber,
  CHAIN_MAINNET_BASE_CHAIN_ID: wholeNumber,
  CHAIN_TESTNET_ETHEREUM_CONFIRMATIONS: wholeNumber,
  CHAIN_TESTNET_BASE_CONFIRMATIONS: wholeNumber,
  CHAIN_MAINNET_ETHEREUM_CONFIRMATIONS: wholeNumber,
  CHAIN_MAINNET_BASE_CONFIRMATIONS: wholeNumber,
  CHAIN_TESTNET_SOLANA_GENESIS_HASH: genesisHash,
  CHAIN_MAINNET_SOLANA_GENESIS_HASH: genesisHash,
  CHAIN_TESTNET_STELLAR_PASSPHRASE: passphrase,
  CHAIN_MAINNET_STELLAR_PASSPHRASE: passphrase,
  CHAIN_TESTNET_STELLAR_HORIZON_URL: horizonUrl,
  CHAIN_MAINNET_STELLAR_HORIZON_URL: horizonUrl,
};

type ChainValues = Partial<ValuesOf<typeof chainVariables>>;

function parseNodeUrls(text: string): "off" | readonly string[] | undefined {
  if (text.trim() === "off") return "off";
  const urls = text.split(",").map(parseNodeUrl);
  const valid = urls.filter((url) => url !== undefined);
  return valid.length < urls.length || urls.length > maxNodes ? undefined : valid;
}

function parseNodeUrl(text: string): string | undefined {
  const url = text.trim();
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

function parseWholeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/** EIP-155 chain ids of the public networks. */
const knownChainIds: Readonly<Record<Network, Readonly<Partial<Record<ChainName, number>>>>> = {
  testnet: { ethereum: 11_155_111, base: 84_532 },
  mainnet: { ethereum: 1, base: 8_453 },
};
/** Genesis hashes of devnet and mainnet-beta. */
const knownGenesisHashes: Readonly<Record<Network, string>> = {
  testnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  mainnet: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
};
const knownPassphrases: Readonly<Record<Network, string>> = {
  testnet: "Test SDF Network ; September 2015",
  mainnet: "Public Global Stellar Network ; September 2015",
};

export function chainsSettingsOf(values: ChainValues): ChainsSettings {
  const read = <Value>(network: Network, chain: ChainName, suffix: string): Value | undefined =>
    (values as Readonly<Record<string, unknown>>)[
      `CHAIN_${network.toUpperCase()}_${chain.toUpperCase()}_${suffix}`
    ] as Value | undefined;
  const settingsOf = (network: Network, chain: ChainName): ChainSettings => ({
    nodes: read<"off" | readonly string[]>(network, chain, "RPC_URLS") ?? "local",
    chainId: read<number>(network, chain, "CHAIN_ID") ?? knownChainIds[network][chain],
    confirmations: read<number>(network, chain, "CONFIRMATIONS"),
    genesisHash:
      familyOf(chain) === "solana"
        ? (read<string>(network, chain, "GENESIS_HASH") ?? knownGenesisHashes[network])
        : undefined,
    passphrase:
      familyOf(chain) === "stellar"
        ? (read<string>(network, chain, "PASSPHRASE") ?? knownPassphrases[network])
        : undefined,
    horizonUrl: read<string>(network, chain, "HORIZON_URL"),
  });
  const ofNetwork = (network: Network): Readonly<Record<ChainName, ChainSettings>> => ({
    ethereum: settingsOf(network, "ethereum"),
    base: settingsOf(network, "base"),
    solana: settingsOf(network, "solana"),
    stellar: settingsOf(network, "stellar"),
  });
  return { testnet: ofNetwork("testnet"), mainnet: ofNetwork("mainnet") };
}

/**
 * Fewest confirmations that production accepts instead of the `finalized` tag: an epoch of Ethereum, and of Base the five
 * minutes within which the sequencer posts a block to Ethereum. Testnets hold no value.
 */
const fewestConfirmations: Readonly<Partial<Record<ChainName, number>>> = { ethereum: 32, base: 150 };

/** Local chains are for development: in production every chain has RPC URLs or is off. */
export function chainProblems(chains: ChainsSettings): readonly string[] {
  return networks.flatMap((network) =>
    chainNames.flatMap((chain) => {
      const name = `CHAIN_${network.toUpperCase()}_${chain.toUpperCase()}`;
      const { nodes, horizonUrl, confirmations } = chains[network][chain];
      if (nodes === "local") {
        return [
          `${name}_RPC_URLS is missing; set it to the RPC URLs of ${chain}, or to off to disable the chain`,
        ];
      }
      if (chain === "stellar" && nodes !== "off" && horizonUrl === undefined) {
        return [
          `${name}_HORIZON_URL is missing; the supply of a Stellar asset is read from a Horizon server`,
        ];
      }
      const floor = network === "mainnet" ? (fewestConfirmations[chain] ?? 0) : 0;
      if (nodes !== "off" && confirmations !== undefined && confirmations < floor) {
        return [
          `${name}_CONFIRMATIONS is below ${floor}; raise it, or remove it to wait for the finalized block`,
        ];
      }
      return [];
    }),
  );
}
