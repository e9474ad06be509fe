import {
  type ChainFamily,
  type ChainKey,
  type ChainName,
  chainsByTestName,
  compareChains,
  familyOf,
  isChainName,
  standardChains,
} from "../chains/chain-name.ts";
import { knownChain } from "../chains/known-chains.ts";
import { assert } from "../kernel/assert.ts";
import { type Network, networks } from "../kernel/id.ts";
import { isBankRail, railSystems } from "../rails/rail.ts";
import { type ExplorerUrls, readExplorerUrl } from "./explorers.ts";
import { converted, matching, optional, Problem, type Setting, someText, withDefault } from "./setting.ts";

/** RPC nodes of a chain: the local chain in this process, RPC URLs, or none. */
export type ChainNodes = "local" | "off" | readonly string[];

/** Settings of one chain of one network. */
export interface ChainSettings {
  readonly nodes: ChainNodes;
  /** Symbol of the native coin; undefined only for a local chain without a setting. */
  readonly coin: string | undefined;
  /** URL of a transaction at a block explorer, with a placeholder for its id. */
  readonly explorerUrl: string | undefined;
  /** EIP-155, for EVM chains. */
  readonly chainId: number | undefined;
  /** Confirmations until a block is final; undefined where the chain reports finality itself. */
  readonly confirmations: number | undefined;
  /** Solana only: the cluster that the nodes must belong to. */
  readonly genesisHash: string | undefined;
  /** Stellar only: the network passphrase, and the Horizon server for asset supplies. */
  readonly passphrase: string | undefined;
  /** EVM only: the address that administers new tokens; undefined for the platform's deployer. */
  readonly tokenAdmin: string | undefined;
  readonly horizonUrl: string | undefined;
}

export interface ChainsSettings {
  /** Every chain of the deployment, in the order in which they are shown. */
  readonly names: readonly ChainName[];
  of(key: ChainKey): ChainSettings;
}

const maxNodes = 10;

const nodeUrlsMessage = "must be http or https URLs, separated by commas, or off";
const nodeUrls = optional(converted(parseNodeUrls, nodeUrlsMessage));
const nodeUrl = optional(converted(parseNodeUrl, nodeUrlsMessage));
const wholeNumber = optional(converted(parseWholeNumber, "must be a whole number"));
const genesisHash = optional(
  matching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be a base58 hash, as returned by getGenesisHash"),
);
const passphrase = optional(someText);
const evmAddress = optional(
  matching(/^0x[0-9a-fA-F]{40}$/, "must be an address such as a timelock's, 0x and 40 digits"),
);
const coin = matching(/^[A-Z][A-Z0-9]{1,9}$/, "must be a symbol such as ETH");

/** The settings of a chain, by its family; `CHAIN_MAINNET_BASE_RPC_URLS` is `RPC_URLS` of base on mainnet. */
const variablesOfFamily: Readonly<Record<ChainFamily, Readonly<Record<string, Setting<unknown>>>>> = {
  evm: { RPC_URLS: nodeUrls, CHAIN_ID: wholeNumber, CONFIRMATIONS: wholeNumber, TOKEN_ADMIN: evmAddress },
  solana: { RPC_URLS: nodeUrls, GENESIS_HASH: genesisHash },
  stellar: { RPC_URLS: nodeUrls, PASSPHRASE: passphrase, HORIZON_URL: nodeUrl },
};

/** Further settings of chains that settings have added. */
const variablesOfAdded = { NATIVE_COIN: optional(coin), EXPLORER_URL: optional(readExplorerUrl) };

/** The settings of the chains of every deployment. */
export const chainVariables = {
  ...variablesOf(standardChains),
  CHAINS_EVM: withDefault(readAddedChains, []),
};

/** The settings of the chains that `CHAINS_EVM` adds. */
export function addedChainVariables(text: string | undefined): Readonly<Record<string, Setting<unknown>>> {
  const added = text === undefined ? [] : readAddedChains(text);
  return added instanceof Problem ? {} : variablesOf(added, variablesOfAdded);
}

function variablesOf(
  chains: readonly ChainName[],
  further: Readonly<Record<string, Setting<unknown>>> = {},
): Readonly<Record<string, Setting<unknown>>> {
  return Object.fromEntries(
    networks.flatMap((network) =>
      chains.flatMap((chain) =>
        Object.entries({ ...variablesOfFamily[familyOf(chain)], ...further }).map(([name, setting]) => [
          `${chainSettingPrefix({ network, chain })}_${name}`,
          setting,
        ]),
      ),
    ),
  );
}

/** Variables of chains that the deployment does not have would silently have no effect. */
export function unknownChainVariables(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(environment)
    .filter((name) => /^CHAIN_(?:TESTNET|MAINNET)_/.test(name) && !known.has(name))
    .map((name) => `${name} is not a setting; check its spelling, or add the chain to CHAINS_EVM`);
}

export function chainSettingPrefix({ network, chain }: ChainKey): string {
  return `CHAIN_${network.toUpperCase()}_${chain.toUpperCase()}`;
}

const maxAdded = 50;

/** Names separated by commas. */
function readAddedChains(text: string): readonly ChainName[] | Problem {
  const names: ChainName[] = [];
  for (const name of text.split(",").map((part) => part.trim())) {
    if (!isChainName(name))
      return new Problem("must be names such as polygon,arbitrum: lower-case letters, digits and _");
    if (standardChains.includes(name))
      return new Problem(`has ${name}, which every deployment has; remove it`);
    if (isBankRail(name) || (railSystems as readonly string[]).includes(name) || chainsByTestName.has(name))
      return new Problem(`has ${name}, which has another meaning in the API`);
    if (names.includes(name)) return new Problem(`has ${name} twice`);
    names.push(name);
  }
  return names.length > maxAdded ? new Problem(`must have at most ${maxAdded} names`) : names;
}

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

/** Genesis hashes of devnet and mainnet-beta. */
const knownGenesisHashes: Readonly<Record<Network, string>> = {
  testnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  mainnet: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
};
const knownPassphrases: Readonly<Record<Network, string>> = {
  testnet: "Test SDF Network ; September 2015",
  mainnet: "Public Global Stellar Network ; September 2015",
};

/** The chains of the deployment, from the values of their settings. */
export function chainsSettingsOf(values: Readonly<Record<string, unknown>>): ChainsSettings {
  const added = (values["CHAINS_EVM"] ?? []) as readonly ChainName[];
  const names = [...standardChains, ...added].toSorted(compareChains);
  const byPrefix = new Map(
    networks.flatMap((network) =>
      names.map((chain) => {
        const prefix = chainSettingPrefix({ network, chain });
        return [prefix, settingsOf({ network, chain }, (name) => values[`${prefix}_${name}`])];
      }),
    ),
  );
  return {
    names,
    of: (key) => {
      const settings = byPrefix.get(chainSettingPrefix(key));
      assert(settings !== undefined, "the deployment has this chain");
      return settings;
    },
  };
}

function settingsOf({ network, chain }: ChainKey, read: (name: string) => unknown): ChainSettings {
  const known = knownChain(chain);
  const family = familyOf(chain);
  const text = (name: string): string | undefined => read(name) as string | undefined;
  const number = (name: string): number | undefined => read(name) as number | undefined;
  const nodes = (read("RPC_URLS") as "off" | readonly string[] | undefined) ?? "local";
  return {
    nodes,
    coin: text("NATIVE_COIN") ?? known?.coin,
    chainId: number("CHAIN_ID") ?? known?.chainIds?.[network],
    confirmations: number("CONFIRMATIONS"),
    // The transactions of local chains are at no explorer.
    explorerUrl: text("EXPLORER_URL") ?? (Array.isArray(nodes) ? known?.explorers[network] : undefined),
    genesisHash: family === "solana" ? (text("GENESIS_HASH") ?? knownGenesisHashes[network]) : undefined,
    passphrase: family === "stellar" ? (text("PASSPHRASE") ?? knownPassphrases[network]) : undefined,
    tokenAdmin: text("TOKEN_ADMIN"),
    horizonUrl: text("HORIZON_URL"),
  };
}

/** Settings that a chain lacks, in any profile. */
export function chainProblems(chains: ChainsSettings): readonly string[] {
  return networks.flatMap((network) => {
    const owners = new Map<number, ChainName>();
    return chains.names.flatMap((chain) => {
      const name = chainSettingPrefix({ network, chain });
      const { nodes, chainId, coin } = chains.of({ network, chain });
      if (familyOf(chain) !== "evm" || !Array.isArray(nodes)) return [];
      const twin = chainId === undefined ? undefined : owners.get(chainId);
      if (chainId !== undefined) owners.set(chainId, chain);
      return [
        ...(chainId === undefined
          ? [`${name}_CHAIN_ID is missing; set it to the chain id (EIP-155) of ${chain} on ${network}`]
          : []),
        ...(coin === undefined
          ? [
              `${name}_NATIVE_COIN is missing; set it to the symbol of the coin that pays the fees of ${chain}`,
            ]
          : []),
        // A deposit would be seen, and credited, on both.
        ...(twin === undefined
          ? []
          : [`${name}_CHAIN_ID is the chain id of ${twin}; give each chain its own`]),
      ];
    });
  });
}

/** Local chains are for development: in production every chain has RPC URLs or is off. */
export function productionChainProblems(chains: ChainsSettings): readonly string[] {
  return networks.flatMap((network) =>
    chains.names.flatMap((chain) => {
      const name = chainSettingPrefix({ network, chain });
      const { nodes, horizonUrl, confirmations } = chains.of({ network, chain });
      if (nodes === "local") {
        return [
          `${name}_RPC_URLS is missing; set it to the RPC URLs of ${chain}, or to off to disable the chain`,
        ];
      }
      if (familyOf(chain) === "stellar" && nodes !== "off" && horizonUrl === undefined) {
        return [
          `${name}_HORIZON_URL is missing; the supply of a Stellar asset is read from a Horizon server`,
        ];
      }
      // Testnets hold no value.
      const floor = network === "mainnet" ? (knownChain(chain)?.fewestConfirmations ?? 0) : 0;
      if (nodes !== "off" && confirmations !== undefined && confirmations < floor) {
        return [
          `${name}_CONFIRMATIONS is below ${floor}; raise it, or remove it to wait for the finalized block`,
        ];
      }
      return [];
    }),
  );
}

/** The explorer of each chain that has one; `EXPLORER_URLS` has precedence. */
export function explorerUrlsOf(chains: ChainsSettings, given: ExplorerUrls): ExplorerUrls {
  const ofNetwork = (network: Network): ExplorerUrls[Network] =>
    Object.fromEntries(
      chains.names.flatMap((chain) => {
        const url = given[network][chain] ?? chains.of({ network, chain }).explorerUrl;
        return url === undefined ? [] : [[chain, url]];
      }),
    );
  return { testnet: ofNetwork("testnet"), mainnet: ofNetwork("mainnet") };
}

export function explorerProblems(chains: ChainsSettings, given: ExplorerUrls): readonly string[] {
  return networks.flatMap((network) =>
    Object.keys(given[network])
      .filter((chain) => !(chains.names as readonly string[]).includes(chain))
      .map((chain) => `EXPLORER_URLS has ${network}/${chain}; add the chain to CHAINS_EVM, or remove it`),
  );
}
