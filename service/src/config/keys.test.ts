import { describe, expect, test } from "vitest";
import { ConfigError, readConfig, readKeyProviderSettings } from "../config.ts";

const wrapped = Buffer.from("wrapped").toString("base64");
const local = Buffer.alloc(32, 7).toString("base64");

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe("a master key", () => {
  test("may be wrapped by any provider, also a previous one", () => {
    const arn = "arn:aws:kms:eu-central-1:111122223333:key/1234abcd";
    const current = `aws-kms:${arn}:${wrapped}`;
    const google = `google-kms:projects/a/locations/b/keyRings/c/cryptoKeys/d:${wrapped}`;
    const config = readConfig({ MASTER_KEY: current, MASTER_KEY_PREVIOUS: `${google}, ${local}` });
    expect(config.masterKey).toBe(current);
    expect(config.previousMasterKeys).toEqual([google, local]);
  });

  test.each([
    `kms:key:${wrapped}`,
    `aws-kms::${wrapped}`,
    "aws-kms:alias/florin",
    "hunter2",
    `aws-kms:a b:${wrapped}`,
  ])("is not %s, and the value is not repeated", (text) => {
    const problems = problemsOf({ MASTER_KEY: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^MASTER_KEY must be 32 random bytes/);
    expect(problems[0]).not.toContain(text);
  });

  test("needs the settings of its provider, all reported at once", () => {
    expect(
      problemsOf({ MASTER_KEY: `vault:transit/florin:${wrapped}` }).map((problem) => problem.split(" ")[0]),
    ).toEqual(["VAULT_ADDR", "VAULT_TOKEN"]);
    const previous = { MASTER_KEY: local, MASTER_KEY_PREVIOUS: `pkcs11:florin:${wrapped}` };
    expect(problemsOf(previous).map((problem) => problem.split(" ")[0])).toEqual([
      "PKCS11_MODULE",
      "PKCS11_TOKEN",
      "PKCS11_PIN",
    ]);
    expect(problemsOf({ MASTER_KEY: `google-kms:key:${wrapped}` })).toEqual([]);
  });

  test("is created with the settings of its provider alone", () => {
    expect(() => readKeyProviderSettings({ PKCS11_MODULE: "/m.so" }, "pkcs11")).toThrow(
      "PKCS11_TOKEN is missing",
    );
    const environment = { FLORIN_PROFILE: "production", AWS_KMS_REGION: "eu-central-1" };
    expect(readKeyProviderSettings(environment, "aws-kms").awsKms.region).toBe("eu-central-1");
  });
});

describe("signers", () => {
  const aws = {
    SIGNERS_MAINNET: "evm/minter=aws-kms:alias/minter, solana/gas=aws-kms:arn:aws:kms:x:1:key/2",
  };

  test("name a provider and a key for each role", () => {
    expect(readConfig(aws).signers.mainnet).toEqual([
      { family: "evm", role: "minter", key: { provider: "aws-kms", keyName: "alias/minter" } },
      { family: "solana", role: "gas", key: { provider: "aws-kms", keyName: "arn:aws:kms:x:1:key/2" } },
    ]);
    expect(readConfig({}).signers).toEqual({ testnet: [], mainnet: [] });
  });

  test.each([
    ["evm/custody=aws-kms:a", "must be a list such as"],
    ["evm/minter=vault:a", "must be a list such as"],
    ["evm/minter", "must be a list such as"],
    ["evm/gas=aws-kms:a,evm/gas=aws-kms:b", "has evm/gas twice"],
    ["evm/gas=aws-kms:a,evm/minter=aws-kms:a", "has aws-kms:a for testnet evm/minter and testnet evm/gas"],
    ["evm/minter=pkcs11:a", "PKCS11_MODULE is missing"],
  ])("%s is refused", (text, problem) => {
    expect(problemsOf({ SIGNERS_TESTNET: text }).join("\n")).toContain(problem);
  });

  test("share no key between networks", () => {
    const problems = problemsOf({ ...aws, SIGNERS_TESTNET: "evm/minter=aws-kms:alias/minter" });
    expect(problems).toEqual([
      "SIGNERS_MAINNET has aws-kms:alias/minter for mainnet evm/minter and testnet evm/minter; give each role its own key",
    ]);
  });
});

test("production reaches key providers over TLS only", () => {
  const problems = problemsOf({ FLORIN_PROFILE: "production", VAULT_ADDR: "http://vault.internal:8200" });
  expect(problems.some((problem) => problem.startsWith("VAULT_ADDR has a plain http URL"))).toBe(true);
  const loopback = problemsOf({ FLORIN_PROFILE: "production", VAULT_ADDR: "http://127.0.0.1:8200" });
  expect(loopback.some((problem) => problem.startsWith("VAULT_ADDR"))).toBe(false);
});
