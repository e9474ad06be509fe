import { describe, expect, test } from "vitest";
import { bankInFiles } from "../test/bank-settings.ts";
import { chainsOff } from "../test/chains-off.ts";
import { ConfigError, readConfig } from "./config.ts";

const key = "q83vEjRWeJq83u/+3LqYdlQyEKvN7xI0VniavN7+3Lo=";
const production = {
  FLORIN_PROFILE: "production",
  DATABASE_URL: "postgresql://florin:Zr8-long-and-random@db.internal:5432/florin?sslmode=verify-full",
  MASTER_KEY: key,
  BASE_URL: "https://api.example.com",
  METRICS_TOKEN: "a-long-metrics-token",
  TRUST_PROXY: "10.0.0.0/8, loopback",
  SANCTIONS_LIST_DIR: "/srv/florin/sanctions",
  ...chainsOff,
  ...bankInFiles,
};

function problemsOf(
  environment: Record<string, string>,
  files: Record<string, string> = {},
): readonly string[] {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error("no such file");
    return text;
  };
  try {
    readConfig(environment, readFile);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe("the local profile", () => {
  test("needs no settings", () => {
    const config = readConfig({});
    expect(config).toMatchObject({ profile: "local", host: "127.0.0.1", port: 8080, dataFolder: "./data" });
    expect(config.baseUrl).toBe("http://127.0.0.1:8080");
    expect(config.authUrl).toBe("http://127.0.0.1:8080");
    expect([...config.roles]).toEqual(["api", "worker"]);
    expect(config.rateLimit).toEqual({ perSecond: 1000, burst: 2000 });
  });

  test("uses the configured URLs, without a trailing slash", () => {
    const config = readConfig({ BASE_URL: "http://api.test/", AUTH_URL: "http://auth.test" });
    expect(config.baseUrl).toBe("http://api.test");
    expect(config.authUrl).toBe("http://auth.test");
  });

  test("an empty variable counts as not set", () => {
    expect(readConfig({ PORT: "" }).port).toBe(8080);
  });

  test("RATE_LIMIT=off switches the limit off", () => {
    expect(readConfig({ RATE_LIMIT: "off" }).rateLimit).toBeUndefined();
  });
});

describe("invalid settings", () => {
  test("are all reported at once, each with its fix", () => {
    const problems = problemsOf({
      PORT: "http",
      FLORIN_ROLES: "api,cook",
      DATABASE_URL: "mysql://x",
      FLORIN_ROLE: "api",
    });
    expect(problems).toEqual([
      "FLORIN_ROLE is not a setting; did you mean FLORIN_PROFILE, FLORIN_ROLES or FLORIN_OPERATOR?",
      "FLORIN_ROLES must be a list of api and worker, such as api,worker",
      "PORT must be a whole number",
      "DATABASE_URL must look like postgresql://user:password@host:5432/database",
    ]);
  });

  test("variables of an API client in the same shell are accepted", () => {
    const names = ["ACCESS_TOKEN", "ACCOUNT_ID", "API", "AUTH", "CLI_PROFILE", "CLIENT_ID", "CLIENT_SECRET"];
    const clientVariables = Object.fromEntries(
      [...names, "MCP_TOKEN", "WEBHOOK_SECRET"].map((name) => [`FLORIN_${name}`, "x"]),
    );
    expect(problemsOf({ ...clientVariables, FLORIN_CLIENT: "x" })).toEqual([
      expect.stringContaining("FLORIN_CLIENT is not a setting"),
    ]);
  });

  test("invalid values and missing production settings are reported together", () => {
    const problems = problemsOf({ FLORIN_PROFILE: "production", PORT: "abc", MASTER_KEY: "short" });
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "PORT",
      "MASTER_KEY",
      "DATABASE_URL",
      "BASE_URL",
      "TRUST_PROXY",
      "METRICS_TOKEN",
      "SANCTIONS_LIST_DIR",
      ...Object.keys(chainsOff),
      "BANK_CONNECTOR",
    ]);
  });

  test.each(["foo", "1", "true", "10.0.0.0/33", "::1/129", "10.0.0.1,", "*,10.0.0.1"])(
    "TRUST_PROXY=%s is refused",
    (TRUST_PROXY) => {
      expect(problemsOf({ TRUST_PROXY })).toEqual([expect.stringContaining("TRUST_PROXY must be none")]);
    },
  );

  test.each(["none", "*", "10.0.0.1", "10.0.0.0/8,fd00::/8", "loopback, uniquelocal"])(
    "TRUST_PROXY=%s is accepted",
    (TRUST_PROXY) => {
      expect(problemsOf({ TRUST_PROXY })).toEqual([]);
    },
  );

  test("a typo in CONSOLE_ALLOWED_IPS is refused, and never allows any address", () => {
    for (const value of ["any", "*", "192.0.2.1/24", "192.0.2.0/24,", "10.0.0.0/8;192.0.2.1"])
      expect(problemsOf({ CONSOLE_ALLOWED_IPS: value })).toEqual([
        expect.stringContaining("CONSOLE_ALLOWED_IPS must be a comma-separated list of IP addresses"),
      ]);
    expect(problemsOf({ CONSOLE_ALLOWED_IPS: "192.0.2.0/24, 2001:db8::/32" })).toEqual([]);
  });

  test.each([
    "https://u:p@api.test",
    "https://api.test/?x=1",
    "https://api.test/#x",
    "ftp://api.test",
    "api.test",
  ])("BASE_URL=%s is refused", (BASE_URL) => {
    expect(problemsOf({ BASE_URL })).toEqual([
      expect.stringContaining("BASE_URL must be an http or https URL"),
    ]);
  });

  test.each([" ", "0x50", "1e3", "80.5", "-1", "70000"])("PORT=%j is refused", (PORT) => {
    expect(problemsOf({ PORT })).toHaveLength(1);
  });

  test("a problem never repeats the value, which may be a secret", () => {
    const problems = problemsOf({ MASTER_KEY: "hunter2hunter2", DATABASE_URL: "hunter2hunter2" });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain("hunter2");
  });
});

describe("secrets from files", () => {
  test("a file named by *_FILE provides the value", () => {
    expect(readConfig({ MASTER_KEY_FILE: "/run/secrets/key" }, () => `${key}\n`).masterKey).toBe(key);
  });

  test("an empty variable beside a file counts as not set", () => {
    expect(readConfig({ MASTER_KEY: "", MASTER_KEY_FILE: "/k" }, () => key).masterKey).toBe(key);
    expect(readConfig({ MASTER_KEY_FILE: "" }).masterKey).toBeUndefined();
  });

  test("a missing file and a value set twice are problems", () => {
    expect(problemsOf({ MASTER_KEY_FILE: "/nowhere" })[0]).toMatch(
      /^MASTER_KEY_FILE names a file that cannot be read/,
    );
    expect(problemsOf({ MASTER_KEY: key, MASTER_KEY_FILE: "/k" }, { "/k": key })[0]).toMatch(/both set/);
  });
});

describe("the production profile", () => {
  test("refuses placeholders of the example", () => {
    const problems = problemsOf({ ...production, METRICS_TOKEN: "CHANGE_ME-CHANGE_ME-CHANGE_ME-CHANGE_ME" });
    expect(problems).toEqual([expect.stringContaining("METRICS_TOKEN contains CHANGE_ME")]);
    expect(problemsOf({ METRICS_TOKEN: "CHANGE_ME-CHANGE_ME-CHANGE_ME-CHANGE_ME" })).toEqual([]);
  });

  test("starts when every setting is explicit and safe", () => {
    expect(problemsOf(production)).toEqual([]);
  });

  test.each([
    "postgresql://florin@/florin?host=/run/postgresql",
    "postgresql:///florin?host=/run/postgresql&user=florin",
    "postgresql://florin@%2Frun%2Fpostgresql/florin",
  ])("needs no password on a socket: %s", (url) => {
    expect(problemsOf({ ...production, DATABASE_URL: url })).toEqual([]);
  });

  test.each([
    "DATABASE_URL",
    "MASTER_KEY",
    "BASE_URL",
    "METRICS_TOKEN",
    "TRUST_PROXY",
    "SANCTIONS_LIST_DIR",
    "BANK_CONNECTOR",
  ])("does not start without %s", (name) => {
    const { [name as keyof typeof production]: _, ...rest } = production;
    expect(problemsOf(rest)).toEqual([expect.stringContaining(`${name} is missing`)]);
  });

  test("every chain has RPC URLs or is off, and Stellar has a Horizon server", () => {
    const { CHAIN_MAINNET_BASE_RPC_URLS: _, ...rest } = production as Readonly<Record<string, string>>;
    expect(problemsOf(rest)).toEqual([expect.stringContaining("CHAIN_MAINNET_BASE_RPC_URLS is missing")]);
    const stellar = { CHAIN_MAINNET_STELLAR_RPC_URLS: "https://one.example, https://two.example" };
    expect(problemsOf({ ...production, ...stellar })).toEqual([
      expect.stringContaining("CHAIN_MAINNET_STELLAR_HORIZON_URL is missing"),
    ]);
    const whole = { ...stellar, CHAIN_MAINNET_STELLAR_HORIZON_URL: "https://horizon.example" };
    expect(
      readConfig({ ...production, ...whole }).chains.of({ network: "mainnet", chain: "stellar" }),
    ).toMatchObject({
      nodes: ["https://one.example", "https://two.example"],
      horizonUrl: "https://horizon.example",
      passphrase: "Public Global Stellar Network ; September 2015",
    });
    expect(problemsOf({ CHAIN_TESTNET_BASE_RPC_URLS: "ftp://node.example" })).toEqual([
      expect.stringContaining("CHAIN_TESTNET_BASE_RPC_URLS must be http or https URLs"),
    ]);
  });

  test.each([
    [{ MASTER_KEY: `dev:${key}` }, "development key"],
    [{ MASTER_KEY: Buffer.alloc(32).toString("base64") }, "not random"],
    [{ DATABASE_URL: "postgresql://florin:postgres@localhost/florin" }, "development password"],
    [{ DATABASE_URL: "postgresql://florin@127.0.0.1/florin" }, "development password"],
    [{ DATABASE_URL: "postgresql:///florin?host=localhost&user=florin" }, "development password"],
    [{ BASE_URL: "http://api.example.com" }, "plain http"],
    [{ AUTH_URL: "http://auth.example.com" }, "plain http"],
    [{ BASE_URL: "HTTP://api.example.com" }, "plain http"],
    [{ MASTER_KEY_PREVIOUS: `dev:${key}` }, "MASTER_KEY_PREVIOUS holds a development key"],
    [{ TRUST_PROXY: "*" }, "open wildcard"],
    [{ TRUST_PROXY: "none" }, "a proxy terminates TLS"],
    [{ DUAL_APPROVAL_ABOVE: "none" }, "one user releases any amount"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.internal:4318" }, "plain http URL of another machine"],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "no certificate is checked"],
    [{ RATE_LIMIT: "off" }, "for benchmarks"],
    [{ VERIFICATION_PROVIDER_MAINNET: "sandbox" }, "without a review"],
    [{ BANK_CONNECTOR: "sandbox" }, "no real money"],
  ])("does not start with %j", (change, reason) => {
    expect(problemsOf({ ...production, ...change })).toEqual([expect.stringContaining(reason)]);
  });
});

describe("production and other machines", () => {
  const database = (rest: string) => ({ DATABASE_URL: `postgresql://florin:Zr8-long-and-random@${rest}` });

  test.each([
    "db.bank.example:5432/florin",
    "10.1.2.3/florin",
    "[fd12::5]/florin",
    "db.bank.example/florin?sslmode=disable",
    "db.bank.example/florin?sslmode=prefer",
    "db.bank.example/florin?sslmode=require",
    "db.bank.example/florin?sslmode=verify-ca",
    "db.bank.example/florin?sslmode=no-verify",
    "db.bank.example/florin?ssl=true",
    "db.bank.example/florin?sslmode=verify-full&sslmode=disable",
    "localhost/florin?host=db.bank.example",
    "localhost/florin?host=localhost&host=db.bank.example",
    "localhost.bank.example/florin",
  ])("the database URL …@%s needs verified TLS", (rest) => {
    expect(problemsOf({ ...production, ...database(rest) })).toEqual([
      expect.stringMatching(/^DATABASE_URL connects to another machine without verified TLS; add/),
    ]);
  });

  test.each([
    "db.bank.example/florin?sslmode=verify-full",
    "db.bank.example/florin?sslmode=verify-full&sslrootcert=/etc/florin/ca.pem",
    "127.0.0.1:6432/florin",
    "localhost/florin",
    "[::1]:5432/florin",
    "db.bank.example/florin?host=/run/postgresql",
  ])("the database URL …@%s is accepted", (rest) => {
    expect(problemsOf({ ...production, ...database(rest) })).toEqual([]);
  });

  test("chain nodes and the Horizon server need https, unless they are on this machine", () => {
    const nodes = {
      CHAIN_MAINNET_ETHEREUM_RPC_URLS: "https://one.example, http://rpc.bank.example:8545",
      CHAIN_MAINNET_STELLAR_RPC_URLS: "http://127.0.0.1:8000",
      CHAIN_MAINNET_STELLAR_HORIZON_URL: "http://horizon.example",
    };
    expect(problemsOf({ ...production, ...nodes })).toEqual([
      expect.stringContaining("CHAIN_MAINNET_ETHEREUM_RPC_URLS has a plain http URL"),
      expect.stringContaining("CHAIN_MAINNET_STELLAR_HORIZON_URL has a plain http URL"),
    ]);
  });

  test("the malware scanner is on this machine", () => {
    expect(problemsOf({ ...production, DOCUMENT_SCANNER_URL: "tcp://av.internal:3310" })).toEqual([
      expect.stringContaining("DOCUMENT_SCANNER_URL is on another machine"),
    ]);
    for (const url of [
      "unix:/run/clamav/clamd.ctl",
      "unix:///run/clamd.ctl",
      "tcp://127.0.0.1",
      "tcp://[::1]:3310",
    ])
      expect(problemsOf({ ...production, DOCUMENT_SCANNER_URL: url })).toEqual([]);
    for (const url of ["http://127.0.0.1:3310", "unix:relative", "tcp://u:p@localhost", "clamd", "tcp://"])
      expect(problemsOf({ DOCUMENT_SCANNER_URL: url })).toEqual([
        expect.stringContaining("DOCUMENT_SCANNER_URL must be where clamd listens"),
      ]);
  });

  test("traces need https, whichever variable names the collector", () => {
    const collector = {
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector.internal:4318/v1/traces",
    };
    expect(problemsOf({ ...production, ...collector })).toEqual([
      expect.stringContaining("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT has a plain http URL"),
    ]);
  });

  test.each([
    ["ETHEREUM", "31", "32"],
    ["BASE", "149", "150"],
  ])("%s of mainnet has a floor of confirmations", (chain, low, floor) => {
    const nodes = { [`CHAIN_MAINNET_${chain}_RPC_URLS`]: "https://rpc.example" };
    const name = `CHAIN_MAINNET_${chain}_CONFIRMATIONS`;
    expect(problemsOf({ ...production, ...nodes, [name]: low })).toEqual([
      expect.stringContaining(`${name} is below ${floor}`),
    ]);
    expect(problemsOf({ ...production, ...nodes, [name]: floor })).toEqual([]);
    expect(problemsOf({ ...production, ...nodes })).toEqual([]);
  });

  test("a node that serves no API needs no proxy", () => {
    expect(problemsOf({ ...production, FLORIN_ROLES: "worker", TRUST_PROXY: "none" })).toEqual([]);
  });

  test("the settings of a careless start are refused all at once", () => {
    const careless = {
      ...production,
      DATABASE_URL: "postgresql://florin:Zr8-long-and-random@db.bank.example:5432/florin",
      CHAIN_MAINNET_ETHEREUM_RPC_URLS: "http://rpc.bank.example:8545",
      CHAIN_MAINNET_ETHEREUM_CONFIRMATIONS: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel.bank.example:4318",
      DUAL_APPROVAL_ABOVE: "none",
      TRUST_PROXY: "none",
      HOST: "0.0.0.0",
    };
    const named = problemsOf(careless).map((problem) => problem.split(" ")[0] ?? "");
    expect(named.toSorted((one, other) => one.localeCompare(other))).toEqual([
      "CHAIN_MAINNET_ETHEREUM_CONFIRMATIONS",
      "CHAIN_MAINNET_ETHEREUM_RPC_URLS",
      "DATABASE_URL",
      "DUAL_APPROVAL_ABOVE",
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "TRUST_PROXY",
    ]);
  });
});

describe("document storage", () => {
  const bucket = {
    DOCUMENT_STORAGE: "s3",
    DOCUMENT_S3_BUCKET: "documents",
    DOCUMENT_S3_ACCESS_KEY_ID: "id",
    DOCUMENT_S3_SECRET_ACCESS_KEY: "secret",
  };

  test("defaults to a folder, and to 30 days for staged documents", () => {
    expect(readConfig({})).toMatchObject({ documentBucket: undefined, documentStagedMs: 30 * 86_400_000 });
    expect(readConfig({ ...bucket, DOCUMENT_S3_FORCE_PATH_STYLE: "on" }).documentBucket).toEqual({
      endpoint: undefined,
      bucket: "documents",
      region: "us-east-1",
      accessKeyId: "id",
      secretAccessKey: "secret",
      forcePathStyle: true,
    });
  });

  test.each(["DOCUMENT_S3_BUCKET", "DOCUMENT_S3_ACCESS_KEY_ID", "DOCUMENT_S3_SECRET_ACCESS_KEY"])(
    "a bucket needs %s",
    (name) => {
      expect(problemsOf({ ...bucket, [name]: "" })).toEqual([expect.stringContaining(`${name} is missing`)]);
    },
  );

  test("production requires https to a bucket, and accepts a folder", () => {
    const plain = { ...production, ...bucket, DOCUMENT_S3_ENDPOINT: "http://storage.internal" };
    expect(problemsOf(plain)).toEqual([expect.stringContaining("DOCUMENT_S3_ENDPOINT must be https")]);
    expect(problemsOf({ ...plain, DOCUMENT_S3_ENDPOINT: "https://storage.internal" })).toEqual([]);
    expect(problemsOf({ ...production, DOCUMENT_STORAGE: "folder" })).toEqual([]);
  });
});
