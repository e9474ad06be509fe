import { z } from "zod";
import { bankSettingsOf, bankVariables } from "./bank.ts";
import { chainsSettingsOf, chainVariables } from "./chains.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import { explorerVariables } from "./explorers.ts";
import { secondPersonVariables } from "./second-person.ts";
import { count, onOff } from "./setting-kinds.ts";
import { isTrustedProxies, parseWebAddress } from "./web-address.ts";
import { webhookSettingsOf, webhookVariables } from "./webhooks.ts";

/** Everything the process was told from outside, read once and whole. */
export type Config = Settings & { readonly baseUrl: string; readonly authUrl: string };

export type Settings = Readonly<z.output<typeof Environment>>;

const secondsPerDay = 86_400;

const httpUrl = z.string().transform((text, context) => {
  const address = parseWebAddress(text);
  if (address !== undefined) return address;
  context.addIssue(
    "must be an http or https address such as https://api.example.com, with nothing after the path",
  );
  return z.NEVER;
});

/** 32 bytes in base64. Keys that the local profile made are marked `dev:`, so that production can refuse them. */
const masterKey = z
  .string()
  .regex(
    /^(dev:)?[A-Za-z0-9+/]{43}=$/,
    "must be 32 random bytes in base64; make one with: openssl rand -base64 32",
  );

const roles = ["api", "worker"] as const;

const verificationProvider = z.enum(["manual", "sandbox"], { error: "must be manual or sandbox" });

export const Environment = z
  .object({
    FLORIN_PROFILE: z
      .enum(["local", "production"], { error: "must be local or production" })
      .default("local"),
    FLORIN_ROLES: z
      .string()
      .default(roles.join(","))
      .transform((text) => text.split(",").map((role) => role.trim()))
      .pipe(z.array(z.enum(roles, { error: "must be a list of api and worker, such as api,worker" })).min(1)),
    FLORIN_OPERATOR: z.string().optional(),
    HOST: z.string().min(1, "must not be empty").default("127.0.0.1"),
    PORT: count(0, 65_535, 8080),
    BASE_URL: httpUrl.optional(),
    AUTH_URL: httpUrl.optional(),
    DATABASE_URL: z
      .string()
      .refine((text) => parseDatabaseUrl(text) !== undefined, {
        error: "must look like postgresql://user:password@host:5432/database",
      })
      .optional(),
    DATABASE_POOL_SIZE: count(2, 500, 20),
    DATA_DIR: z.string().min(1, "must not be empty").default("./data"),
    CONSOLE_DIR: z.string().min(1, "must not be empty").optional(),
    MASTER_KEY: masterKey.optional(),
    MASTER_KEY_PREVIOUS: z
      .string()
      .transform((text) => text.split(",").map((key) => key.trim()))
      .pipe(z.array(masterKey))
      .default([]),
    RATE_LIMIT: onOff.default(true),
    RATE_LIMIT_PER_SECOND: count(1, 1_000_000, 1_000),
    RATE_LIMIT_BURST: count(1, 1_000_000, 2_000),
    MAX_IN_FLIGHT: count(1, 100_000, 2_000),
    MAX_EVENT_LOOP_DELAY_MS: count(10, 600_000, 1_000),
    TRUST_PROXY: z
      .string()
      .refine(isTrustedProxies, {
        error: "must be none, or your proxies' addresses or ranges, such as 10.0.0.0/8, separated by commas",
      })
      .optional(),
    IDEMPOTENCY_RETENTION_DAYS: count(1, 3_650, 30),
    IDEMPOTENCY_WAIT_SECONDS: count(1, 60, 10),
    SIGNING_KEY_MAX_AGE_DAYS: count(1, 3_650, 90),
    REQUEST_LOG_DAYS: count(0, 365, 7),
    DOCUMENT_STORAGE: z.enum(["folder", "s3"], { error: "must be folder or s3" }).default("folder"),
    DOCUMENT_S3_ENDPOINT: httpUrl.optional(),
    DOCUMENT_S3_BUCKET: z.string().optional(),
    DOCUMENT_S3_REGION: z.string().min(1, "must not be empty").default("us-east-1"),
    DOCUMENT_S3_ACCESS_KEY_ID: z.string().optional(),
    DOCUMENT_S3_SECRET_ACCESS_KEY: z.string().optional(),
    DOCUMENT_S3_FORCE_PATH_STYLE: onOff.default(false),
    DOCUMENT_STAGED_DAYS: count(1, 3_650, 30),
    VERIFICATION_PROVIDER_TESTNET: verificationProvider.default("sandbox"),
    VERIFICATION_PROVIDER_MAINNET: verificationProvider.default("manual"),
    VERIFICATION_SANDBOX_DELAY_MS: count(0, 86_400_000, 2_000),
    SANCTIONS_LIST_DIR: z.string().optional(),
    SANCTIONS_LIST_MAX_AGE_DAYS: count(1, 365, 7),
    SANCTIONS_THRESHOLD: count(500, 1_000, 850),
    ...chainVariables,
    ...bankVariables,
    ...webhookVariables,
    ...explorerVariables,
    ...secondPersonVariables,
    DRAIN_DELAY_SECONDS: count(0, 600, 0),
    DRAIN_TIMEOUT_SECONDS: count(1, 600, 20),
    METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
        error: "must be fatal, error, warn, info, debug, trace or silent",
      })
      .default("info"),
    LOG_FORMAT: z.enum(["auto", "json", "pretty"], { error: "must be auto, json or pretty" }).default("auto"),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  })
  .transform((env) => ({
    profile: env.FLORIN_PROFILE,
    roles: new Set(env.FLORIN_ROLES),
    operator: env.FLORIN_OPERATOR,
    host: env.HOST,
    port: env.PORT,
    configuredBaseUrl: env.BASE_URL,
    configuredAuthUrl: env.AUTH_URL,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    dataFolder: env.DATA_DIR,
    consoleFolder: env.CONSOLE_DIR,
    masterKey: env.MASTER_KEY,
    previousMasterKeys: env.MASTER_KEY_PREVIOUS,
    rateLimit: env.RATE_LIMIT
      ? { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST }
      : undefined,
    overload: { maxInFlight: env.MAX_IN_FLIGHT, maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS },
    trustProxy: env.TRUST_PROXY ?? "none",
    isTrustProxyTold: env.TRUST_PROXY !== undefined,
    idempotencyRetentionMs: env.IDEMPOTENCY_RETENTION_DAYS * secondsPerDay * 1000,
    idempotencyWaitMs: env.IDEMPOTENCY_WAIT_SECONDS * 1000,
    signingKeyMaxAgeMs: env.SIGNING_KEY_MAX_AGE_DAYS * secondsPerDay * 1000,
    requestLogMs: env.REQUEST_LOG_DAYS * secondsPerDay * 1000,
    documentStagedMs: env.DOCUMENT_STAGED_DAYS * secondsPerDay * 1000,
    documentBucket: env.DOCUMENT_STORAGE === "s3" ? bucketOf(env) : undefined,
    verification: {
      testnet: env.VERIFICATION_PROVIDER_TESTNET,
      mainnet: env.VERIFICATION_PROVIDER_MAINNET,
      sandboxDelayMs: env.VERIFICATION_SANDBOX_DELAY_MS,
    },
    sanctions: {
      listFolder: env.SANCTIONS_LIST_DIR,
      listMaxAgeMs: env.SANCTIONS_LIST_MAX_AGE_DAYS * secondsPerDay * 1000,
      threshold: env.SANCTIONS_THRESHOLD,
    },
    chains: chainsSettingsOf(env),
    bank: bankSettingsOf(env, env.DATA_DIR),
    webhooks: webhookSettingsOf(env, env.FLORIN_PROFILE),
    explorerUrls: env.EXPLORER_URLS,
    secondPersonAboveCents: env.SECOND_PERSON_ABOVE,
    drain: { delayMs: env.DRAIN_DELAY_SECONDS * 1000, graceMs: env.DRAIN_TIMEOUT_SECONDS * 1000 },
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  }));

/** What is missing is complained about by `documentProblems`. */
function bucketOf(env: {
  readonly DOCUMENT_S3_ENDPOINT?: string | undefined;
  readonly DOCUMENT_S3_BUCKET?: string | undefined;
  readonly DOCUMENT_S3_REGION: string;
  readonly DOCUMENT_S3_ACCESS_KEY_ID?: string | undefined;
  readonly DOCUMENT_S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly DOCUMENT_S3_FORCE_PATH_STYLE: boolean;
}) {
  return {
    endpoint: env.DOCUMENT_S3_ENDPOINT,
    bucket: env.DOCUMENT_S3_BUCKET ?? "",
    region: env.DOCUMENT_S3_REGION,
    accessKeyId: env.DOCUMENT_S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.DOCUMENT_S3_SECRET_ACCESS_KEY ?? "",
    forcePathStyle: env.DOCUMENT_S3_FORCE_PATH_STYLE,
  };
}

/** The names of all variables that are read. */
export const settingNames: readonly string[] = Object.keys(Environment.in.shape);
