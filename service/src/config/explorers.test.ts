import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../config.ts";

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const base = "https://explorer.example.com/tx/{transaction_id}";

describe("EXPLORER_URLS", () => {
  test("defaults to no explorers", () => {
    expect(readConfig({}).explorerUrls).toEqual({ testnet: {}, mainnet: {} });
  });

  test("sets one explorer per chain and network", () => {
    const solana = "http://127.0.0.1:9999/{transaction_id}?cluster=local&x=1";
    const { explorerUrls } = readConfig({
      EXPLORER_URLS: `mainnet/base=${base}, testnet/solana=${solana}`,
    });
    expect(explorerUrls).toEqual({ testnet: { solana }, mainnet: { base } });
  });

  test.each([
    [base, "must be a list such as"],
    [`mainnet=${base}`, "must be a list such as"],
    [`mainnet/bitcoin=${base}`, "has mainnet/bitcoin; add the chain to CHAINS_EVM, or remove it"],
    [`othernet/base=${base}`, "must be a list such as"],
    [`mainnet/base/x=${base}`, "must be a list such as"],
    [`mainnet/base=${base},`, "must be a list such as"],
    ["mainnet/base=https://explorer.example.com/tx/", "must contain {transaction_id} once"],
    [`mainnet/base=${base}{transaction_id}`, "must contain {transaction_id} once"],
    ["mainnet/base=ftp://explorer.example.com/{transaction_id}", "must have an https or http URL"],
    ["mainnet/base=javascript:alert({transaction_id})", "must have an https or http URL"],
    ["mainnet/base=https://user:word@example.com/{transaction_id}", "must have an https or http URL"],
    [`mainnet/base=${base},mainnet/base=${base}`, "names mainnet/base twice"],
  ])("refuses %s", (value, validationIssue) => {
    const [problem, ...others] = problemsOf({ EXPLORER_URLS: value });
    expect(problem).toContain(`EXPLORER_URLS ${validationIssue}`);
    expect(others).toEqual([]);
  });
});

describe("DUAL_APPROVAL_ABOVE", () => {
  test.each([
    [undefined, 1_000_000n],
    ["2500", 250_000n],
    ["0", 0n],
    ["0.01", 1n],
    ["none", undefined],
  ])("%s means %s cents", (value, cents) => {
    const environment = value === undefined ? {} : { DUAL_APPROVAL_ABOVE: value };
    expect(readConfig(environment).dualApprovalAboveCents).toBe(cents);
  });

  test.each(["-1", "1.001", "ten", "1,000", "1e3"])("refuses %s", (value) => {
    expect(problemsOf({ DUAL_APPROVAL_ABOVE: value })).toEqual([
      "DUAL_APPROVAL_ABOVE must be an amount in USD such as 10000.00, or none",
    ]);
  });
});
