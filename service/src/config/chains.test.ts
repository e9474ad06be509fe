import { describe, expect, test } from "vitest";
import type { ChainName } from "../chains/chain-name.ts";
import { ConfigError, readConfig } from "../config.ts";

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

function settingsOf(environment: Record<string, string>, chain: string, network: "testnet" | "mainnet") {
  return readConfig(environment).chains.of({ network, chain: chain as ChainName });
}

const nodes = "https://node.example";

describe("chains that settings add", () => {
  test("follow the chains of every deployment, and run locally without RPC URLs", () => {
    const { chains } = readConfig({ CHAINS_EVM: "zora, arbitrum,polygon" });
    expect(chains.names).toEqual(["ethereum", "base", "solana", "stellar", "polygon", "arbitrum", "zora"]);
    expect(chains.of({ network: "mainnet", chain: "polygon" }).nodes).toBe("local");
    expect(readConfig({}).chains.names).toEqual(["ethereum", "base", "solana", "stellar"]);
  });

  test("known names have defaults", () => {
    const environment = { CHAINS_EVM: "polygon", CHAIN_MAINNET_POLYGON_RPC_URLS: nodes };
    expect(settingsOf(environment, "polygon", "mainnet")).toMatchObject({
      nodes: [nodes],
      chainId: 137,
      coin: "POL",
      confirmations: undefined,
      explorerUrl: "https://polygonscan.com/tx/{transaction_id}",
    });
  });

  test("settings replace the defaults", () => {
    const explorer = "https://explorer.example/{transaction_id}";
    const environment = {
      CHAINS_EVM: "polygon",
      CHAIN_TESTNET_POLYGON_RPC_URLS: nodes,
      CHAIN_TESTNET_POLYGON_CHAIN_ID: "77",
      CHAIN_TESTNET_POLYGON_NATIVE_COIN: "MATIC",
      CHAIN_TESTNET_POLYGON_CONFIRMATIONS: "5",
      CHAIN_TESTNET_POLYGON_EXPLORER_URL: explorer,
    };
    expect(settingsOf(environment, "polygon", "testnet")).toMatchObject({
      chainId: 77,
      coin: "MATIC",
      confirmations: 5,
      explorerUrl: explorer,
    });
    expect(readConfig(environment).explorerUrls).toEqual({ testnet: { polygon: explorer }, mainnet: {} });
  });

  test("everything that is missing or wrong is reported at once", () => {
    expect(
      problemsOf({
        CHAINS_EVM: "zora,polygon",
        CHAIN_MAINNET_ZORA_RPC_URLS: nodes,
        CHAIN_MAINNET_POLYGON_RPC_URLS: "ftp://node.example",
        CHAIN_TESTNET_POLYGON_RPC_URLS: nodes,
        CHAIN_TESTNET_POLYGON_CHAIN_ID: "84532",
        CHAIN_TESTNET_BASE_RPC_URLS: nodes,
        CHAIN_TESTNET_CELO_RPC_URLS: nodes,
      }),
    ).toEqual([
      "CHAIN_TESTNET_CELO_RPC_URLS is not a setting; check its spelling, or add the chain to CHAINS_EVM",
      "CHAIN_MAINNET_POLYGON_RPC_URLS must be http or https URLs, separated by commas, or off",
      "CHAIN_TESTNET_POLYGON_CHAIN_ID is the chain id of base; give each chain its own",
      "CHAIN_MAINNET_ZORA_CHAIN_ID is missing; set it to the chain id (EIP-155) of zora on mainnet",
      "CHAIN_MAINNET_ZORA_NATIVE_COIN is missing; set it to the symbol of the coin that pays the fees of zora",
    ]);
  });

  test.each([
    ["Polygon", "must be names such as"],
    ["polygon,,celo", "must be names such as"],
    ["base", "has base, which every deployment has"],
    ["solana", "has solana, which every deployment has"],
    ["wire", "has wire, which has another meaning"],
    ["rtp", "has rtp, which has another meaning"],
    ["polygon_amoy", "has polygon_amoy, which has another meaning"],
    ["polygon,celo,polygon", "has polygon twice"],
  ])("CHAINS_EVM=%s is refused", (CHAINS_EVM, problem) => {
    expect(problemsOf({ CHAINS_EVM })).toEqual([expect.stringContaining(`CHAINS_EVM ${problem}`)]);
  });
});
