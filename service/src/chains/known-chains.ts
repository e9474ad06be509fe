import type { Network } from "../kernel/id.ts";

/** Chains of one family share an adapter and addresses: an ethereum address is also valid on base, with the same key. */
export const chainFamilies = ["evm", "solana", "stellar"] as const;
export type ChainFamily = (typeof chainFamilies)[number];

/** A chain whose defaults the service knows. */
export interface KnownChain {
  readonly family: ChainFamily;
  readonly label: string;
  /** Symbol of the native coin, which pays the fees. */
  readonly coin: string;
  /** Part of every deployment; the others are added with `CHAINS_EVM`. */
  readonly isStandard?: boolean;
  /** Name of its test network in the API: an alias on testnet. */
  readonly testName: string;
  /** EIP-155, for EVM chains. */
  readonly chainIds?: Readonly<Record<Network, number>>;
  /** Approximate time until a block is `finalized`. */
  readonly finalitySeconds: number;
  /**
   * Fewest confirmations that production accepts on mainnet instead of the `finalized` tag. On chains that post their
   * blocks to Ethereum, five minutes: by then they are there.
   */
  readonly fewestConfirmations?: number;
  /** Its coin is worth less than ether: minimum balances for fees, and the highest fee, are this many times as high. */
  readonly gasFloorFactor?: bigint;
  /** URLs of transactions at a block explorer. */
  readonly explorers: Readonly<Record<Network, string>>;
}

/**
 * The registry of chains, in the order in which they are shown. Its names are those of the API, the ledger and the
 * database, and the same in both networks. An EVM chain that is not here can be added with settings alone.
 */
const registry = {
  ethereum: {
    family: "evm",
    label: "Ethereum",
    coin: "ETH",
    isStandard: true,
    testName: "sepolia",
    finalitySeconds: 900,
    chainIds: { testnet: 11_155_111, mainnet: 1 },
    // One epoch.
    fewestConfirmations: 32,
    explorers: explorersAt("sepolia.etherscan.io", "etherscan.io"),
  },
  base: {
    family: "evm",
    label: "Base",
    coin: "ETH",
    isStandard: true,
    testName: "base_sepolia",
    finalitySeconds: 1_200,
    chainIds: { testnet: 84_532, mainnet: 8_453 },
    fewestConfirmations: 150,
    explorers: explorersAt("sepolia.basescan.org", "basescan.org"),
  },
  solana: {
    family: "solana",
    label: "Solana",
    coin: "SOL",
    isStandard: true,
    testName: "solana_devnet",
    finalitySeconds: 15,
    explorers: {
      testnet: "https://explorer.solana.com/tx/{transaction_id}?cluster=devnet",
      mainnet: "https://explorer.solana.com/tx/{transaction_id}",
    },
  },
  stellar: {
    family: "stellar",
    label: "Stellar",
    coin: "XLM",
    isStandard: true,
    testName: "stellar_testnet",
    finalitySeconds: 10,
    explorers: {
      testnet: "https://stellar.expert/explorer/testnet/tx/{transaction_id}",
      mainnet: "https://stellar.expert/explorer/public/tx/{transaction_id}",
    },
  },
  polygon: {
    family: "evm",
    label: "Polygon",
    coin: "POL",
    testName: "polygon_amoy",
    finalitySeconds: 10,
    chainIds: { testnet: 80_002, mainnet: 137 },
    fewestConfirmations: 256,
    gasFloorFactor: 200n,
    explorers: explorersAt("amoy.polygonscan.com", "polygonscan.com"),
  },
  arbitrum: {
    family: "evm",
    label: "Arbitrum",
    coin: "ETH",
    testName: "arbitrum_sepolia",
    finalitySeconds: 1_200,
    chainIds: { testnet: 421_614, mainnet: 42_161 },
    fewestConfirmations: 1_200,
    explorers: explorersAt("sepolia.arbiscan.io", "arbiscan.io"),
  },
  optimism: {
    family: "evm",
    label: "Optimism",
    coin: "ETH",
    testName: "optimism_sepolia",
    finalitySeconds: 1_200,
    chainIds: { testnet: 11_155_420, mainnet: 10 },
    fewestConfirmations: 150,
    explorers: explorersAt("sepolia-optimism.etherscan.io", "optimistic.etherscan.io"),
  },
  avalanche: {
    family: "evm",
    label: "Avalanche",
    coin: "AVAX",
    testName: "avalanche_fuji",
    finalitySeconds: 5,
    chainIds: { testnet: 43_113, mainnet: 43_114 },
    // An accepted block is final.
    fewestConfirmations: 1,
    gasFloorFactor: 20n,
    explorers: explorersAt("testnet.snowtrace.io", "snowtrace.io"),
  },
  celo: {
    family: "evm",
    label: "Celo",
    coin: "CELO",
    testName: "celo_sepolia",
    finalitySeconds: 1_200,
    chainIds: { testnet: 11_142_220, mainnet: 42_220 },
    fewestConfirmations: 300,
    gasFloorFactor: 200n,
    explorers: explorersAt("sepolia.celoscan.io", "celoscan.io"),
  },
} as const satisfies Readonly<Record<string, KnownChain>>;

export type KnownChainName = keyof typeof registry;

export const knownChainNames = Object.keys(registry) as readonly KnownChainName[];

export function knownChain(name: string): KnownChain | undefined {
  return Object.hasOwn(registry, name) ? registry[name as KnownChainName] : undefined;
}

function explorersAt(testnet: string, mainnet: string): KnownChain["explorers"] {
  return {
    testnet: `https://${testnet}/tx/{transaction_id}`,
    mainnet: `https://${mainnet}/tx/{transaction_id}`,
  };
}
