import { describe, expect, test } from "vitest";
import { createTestAuthority } from "../../test/certificates.ts";
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

const webhookProblemsOf = (environment: Readonly<Record<string, string>>): readonly string[] =>
  problemsOf(environment).filter((problem) => problem.startsWith("WEBHOOK_"));

test("by default the local profile sends to private addresses, over https only", () => {
  expect(readConfig({}).webhooks).toEqual({
    allowHttp: false,
    allowPrivate: true,
    extraCa: undefined,
    proxyUrl: undefined,
    concurrency: 512,
    endpointConcurrency: 32,
    historyMs: 90 * 86_400_000,
  });
});

test("every setting is parsed", () => {
  const { certificate } = createTestAuthority();
  const environment = {
    WEBHOOK_ALLOW_HTTP: "true",
    WEBHOOK_ALLOW_PRIVATE: "off",
    WEBHOOK_EXTRA_CA_FILE: "/run/ca.pem",
    WEBHOOK_PROXY_URL: "http://user:secret@proxy.example:3128",
    WEBHOOK_CONCURRENCY: "10000",
    WEBHOOK_ENDPOINT_CONCURRENCY: "1",
    WEBHOOK_HISTORY_DAYS: "7",
  };
  expect(readConfig(environment, () => `${certificate}${certificate}`).webhooks).toEqual({
    allowHttp: true,
    allowPrivate: false,
    extraCa: `${certificate}${certificate}`.trim(),
    proxyUrl: "http://user:secret@proxy.example:3128",
    concurrency: 10_000,
    endpointConcurrency: 1,
    historyMs: 7 * 86_400_000,
  });
});

describe("production", () => {
  const production = { FLORIN_PROFILE: "production" };

  test("sends only to public addresses over https by default", () => {
    expect(webhookProblemsOf(production)).toEqual([]);
  });

  test("refuses development settings", () => {
    expect(
      webhookProblemsOf({ ...production, WEBHOOK_ALLOW_HTTP: "on", WEBHOOK_ALLOW_PRIVATE: "on" }),
    ).toEqual([
      expect.stringMatching(/^WEBHOOK_ALLOW_HTTP is on/),
      expect.stringMatching(/^WEBHOOK_ALLOW_PRIVATE is on/),
    ]);
  });
});

describe("refused", () => {
  test.each([
    ["WEBHOOK_ALLOW_HTTP", "yes"],
    ["WEBHOOK_ALLOW_PRIVATE", "1"],
    ["WEBHOOK_EXTRA_CA", "/run/ca.pem"],
    ["WEBHOOK_EXTRA_CA", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
    ["WEBHOOK_PROXY_URL", "proxy.example:3128"],
    ["WEBHOOK_PROXY_URL", "socks5://proxy.example:1080"],
    ["WEBHOOK_PROXY_URL", "http://proxy.example/path"],
    ["WEBHOOK_PROXY_URL", "http://u:secret@proxy.example?x"],
    ["WEBHOOK_CONCURRENCY", "0"],
    ["WEBHOOK_CONCURRENCY", "10001"],
    ["WEBHOOK_ENDPOINT_CONCURRENCY", "257"],
    ["WEBHOOK_HISTORY_DAYS", "3651"],
    ["WEBHOOK_HISTORY_DAYS", "forever"],
  ])("%s=%j", (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
    expect(problems.join()).not.toContain("secret");
  });
});
