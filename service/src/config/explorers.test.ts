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
  test("names no explorer unless it is told one", () => {
    expect(readConfig({}).explorerUrls).toEqual({ testnet: {}, mainnet: {} });
  });

  test("names one for each chain of each network", () => {
    const solana = "http://127.0.0.1:9999/{transaction_id}?cluster=local&x=1";
    const { explorerUrls } = readConfig({
      EXPLORER_URLS: `mainnet/base=${base}, testnet/solana=${solana}`,
    });
    expect(explorerUrls).toEqual({ testnet: { solana }, mainnet: { base } });
  });

  test.each([
    [base, "must be a list such as"],
    [`mainnet=${base}`, "must be a list such as"],
    [`mainnet/bitcoin=${base}`, "must be a list such as"],
    [`othernet/base=${base}`, "must be a list such as"],
    [`mainnet/base/x=${base}`, "must be a list such as"],
    [`mainnet/base=${base},`, "must be a list such as"],
    ["mainnet/base=https://explorer.example.com/tx/", "must have {transaction_id} once"],
    [`mainnet/base=${base}{transaction_id}`, "must have {transaction_id} once"],
    ["mainnet/base=ftp://explorer.example.com/{transaction_id}", "must have an https address"],
    ["mainnet/base=javascript:alert({transaction_id})", "must have an https address"],
    ["mainnet/base=https://user:word@example.com/{transaction_id}", "must have an https address"],
    [`mainnet/base=${base},mainnet/base=${base}`, "names mainnet/base twice"],
  ])("complains about %s", (value, complaint) => {
    const [problem, ...more] = problemsOf({ EXPLORER_URLS: value });
    expect(problem).toContain(`EXPLORER_URLS ${complaint}`);
    expect(more).toEqual([]);
  });
});

describe("SECOND_PERSON_ABOVE", () => {
  test.each([
    [undefined, 1_000_000n],
    ["2500", 250_000n],
    ["0", 0n],
    ["0.01", 1n],
    ["none", undefined],
  ])("%s means %s cents", (value, cents) => {
    const environment = value === undefined ? {} : { SECOND_PERSON_ABOVE: value };
    expect(readConfig(environment).secondPersonAboveCents).toBe(cents);
  });

  test.each(["-1", "1.001", "ten", "1,000", "1e3"])("complains about %s", (value) => {
    expect(problemsOf({ SECOND_PERSON_ABOVE: value })).toEqual([
      "SECOND_PERSON_ABOVE must be dollars such as 10000.00, or none",
    ]);
  });
});
