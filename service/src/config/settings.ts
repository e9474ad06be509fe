import { readAddressRange } from "../kernel/address-range.ts";
import { parseAmount, usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { alertSettingsOf, alertVariables } from "./alerts.ts";
import { auditSettingsOf, auditVariables } from "./audit-export.ts";
import { bankSettingsOf, bankVariables } from "./bank.ts";
import { chainsSettingsOf, chainVariables, explorerUrlsOf } from "./chains.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import { parseScannerUrl } from "./document-scanner.ts";
import { explorerVariables } from "./explorers.ts";
import { keySettingsOf, keyVariables, listOf } from "./keys.ts";
import { limitSettingsOf, limitVariables } from "./limits.ts";
import { mailSettingsOf, mailVariables } from "./mail.ts";
import {
  anyText,
  converted,
  count,
  oneOf,
  onOff,
  optional,
  Problem,
  type Read,
  satisfying,
  someText,
  type ValuesOf,
  withDefault,
} from "./setting.ts";
import { ssoSettingsOf, ssoVariables } from "./sso.ts";
import { isTrustedProxies, parseWebAddress } from "./web-address.ts";
import { webhookSettingsOf, webhookVariables } from "./webhooks.ts";

/** All settings of the process, parsed once at startup. */
export type Config = Settings & { readonly baseUrl: string; readonly authUrl: string };

export type Settings = Readonly<ReturnType<typeof settingsOf>>;

const secondsPerDay = 86_400;

const httpUrl = converted(
  parseWebAddress,
  "must be an http or https URL such as https://api.example.com, without credentials, query or fragment",
);

const databaseUrl = satisfying(
  (text) => parseDatabaseUrl(text) !== undefined,
  "must look like postgresql://user:password@host:5432/database",
);

const roles = ["api", "worker"] as const;
const role = oneOf(roles, "must be a list of api and worker, such as api,worker");

const verificationProvider = oneOf(["manual", "sandbox"], "must be manual or sandbox");

const scannerUrl = converted(
  parseScannerUrl,
  "must be where clamd listens: unix:/run/clamav/clamd.ctl, or tcp://127.0.0.1:3310",
);

const readDualApproval: Read<bigint | undefined> = (text) =>
  text.trim() === "none"
    ? undefined
    : (readCents(text) ?? new Problem("must be an amount in USD such as 10000.00, or none"));
const defaultDualApprovalCents = 1_000_000n;

const depositQuorum = converted(readCents, "must be an amount in USD such as 1000.00");
const defaultDepositQuorumCents = 100_000n;

/** An amount in USD, or zero. */
function readCents(text: string): bigint | undefined {
  const given = text.trim();
  if (/^0+(?:\.0{1,2})?$/.test(given)) return 0n;
  const amount = parseAmount(given, usd, "");
  return isRefusal(amount) ? undefined : amount.units;
}

const hourMs = 60 * 60_000;

/** Every setting, by the name of its environment variable. */
export const variables = {
  FLORIN_PROFILE: withDefault(oneOf(["local", "production"], "must be local or production"), "local"),
  FLORIN_ROLES: withDefault(listOf(role), roles),
  FLORIN_OPERATOR: optional(anyText),
  HOST: withDefault(someText, "127.0.0.1"),
  PORT: count(0, 65_535, 8080),
  BASE_URL: optional(httpUrl),
  AUTH_URL: optional(httpUrl),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_OWNER_URL: optional(databaseUrl),
  DATABASE_POOL_SIZE: count(2, 500, 20),
  DATA_DIR: withDefault(someText, "./data"),
  CONSOLE_DIR: optional(someText),
  ...keyVariables,
  RATE_LIMIT: withDefault(onOff, true),
  RATE_LIMIT_PER_SECOND: count(1, 1_000_000, 1_000),
  RATE_LIMIT_BURST: count(1, 1_000_000, 2_000),
  MAX_IN_FLIGHT: count(1, 100_000, 2_000),
  MAX_EVENT_LOOP_DELAY_MS: count(10, 600_000, 1_000),
  TRUST_PROXY: optional(
    satisfying(
      isTrustedProxies,
      "must be none, or a comma-separated list of your proxies' IP addresses or ranges, such as 10.0.0.0/8",
    ),
  ),
  CONSOLE_ALLOWED_IPS: withDefault(
    listOf(
      converted(
        readAddressRange,
        "must be a comma-separated list of IP addresses or ranges, such as 192.0.2.0/24,2001:db8::/32",
      ),
    ),
    [],
  ),
  IDEMPOTENCY_RETENTION_DAYS: count(1, 3_650, 30),
  IDEMPOTENCY_WAIT_SECONDS: count(1, 60, 10),
  REQUEST_LOG_DAYS: count(0, 365, 7),
  REQUEST_LOG_BODIES: withDefault(onOff, true),
  DOCUMENT_STORAGE: withDefault(oneOf(["folder", "s3"], "must be folder or s3"), "folder"),
  DOCUMENT_S3_ENDPOINT: optional(httpUrl),
  DOCUMENT_S3_BUCKET: optional(anyText),
  DOCUMENT_S3_REGION: withDefault(someText, "us-east-1"),
  DOCUMENT_S3_ACCESS_KEY_ID: optional(anyText),
  DOCUMENT_S3_SECRET_ACCESS_KEY: optional(anyText),
  DOCUMENT_S3_FORCE_PATH_STYLE: withDefault(onOff, false),
  DOCUMENT_STAGED_DAYS: count(1, 3_650, 30),
  DOCUMENT_SCANNER_URL: optional(scannerUrl),
  VERIFICATION_PROVIDER_TESTNET: withDefault(verificationProvider, "sandbox"),
  VERIFICATION_PROVIDER_MAINNET: withDefault(verificationProvider, "manual"),
  VERIFICATION_SANDBOX_DELAY_MS: count(0, 86_400_000, 2_000),
  SANCTIONS_LIST_DIR: optional(anyText),
  SANCTIONS_LIST_MAX_AGE_DAYS: count(1, 365, 7),
  SANCTIONS_THRESHOLD: count(500, 1_000, 850),
  ...chainVariables,
  ...bankVariables,
  ...webhookVariables,
  ...explorerVariables,
  ...auditVariables,
  ...limitVariables,
  ...mailVariables,
  ...alertVariables,
  ...ssoVariables,
  DEPOSIT_QUORUM_ABOVE: withDefault(depositQuorum, defaultDepositQuorumCents),
  DUAL_APPROVAL_ABOVE: withDefault(readDualApproval, defaultDualApprovalCents),
  APPROVAL_EXPIRY_HOURS: count(1, 720, 72),
  NEW_ACCESS_HOURS: count(0, 720, 24),
  DESTINATION_COOLING_OFF_HOURS: count(0, 720, 0),
  TESTNET_COOLING_OFF_HOURS: count(0, 720, 0),
  MICRO_DEPOSITS_PER_TENANT: count(1, 100_000, 100),
  ACH_PRENOTES: withDefault(onOff, false),
  DEBTOR_OUTFLOWS: withDefault(oneOf(["hold", "allow"], "must be hold or allow"), "hold"),
  DRAIN_DELAY_SECONDS: count(0, 600, 0),
  DRAIN_TIMEOUT_SECONDS: count(1, 600, 20),
  METRICS_TOKEN: optional(satisfying((text) => text.length >= 16, "must have at least 16 characters")),
  LOG_LEVEL: withDefault(
    oneOf(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "must be fatal, error, warn, info, debug, trace or silent",
    ),
    "info",
  ),
  LOG_FORMAT: withDefault(oneOf(["auto", "json", "pretty"], "must be auto, json or pretty"), "auto"),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
};

export function settingsOf(env: ValuesOf<typeof variables>) {
  const chains = chainsSettingsOf(env);
  return {
    profile: env.FLORIN_PROFILE,
    roles: new Set(env.FLORIN_ROLES),
    operator: env.FLORIN_OPERATOR,
    host: env.HOST,
    port: env.PORT,
    configuredBaseUrl: env.BASE_URL,
    configuredAuthUrl: env.AUTH_URL,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    dataFolder: env.DATA_DIR,
    consoleFolder: env.CONSOLE_DIR,
    ...keySettingsOf(env),
    rateLimit: env.RATE_LIMIT
      ? { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST }
      : undefined,
    overload: { maxInFlight: env.MAX_IN_FLIGHT, maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS },
    trustProxy: env.TRUST_PROXY ?? "none",
    isTrustProxySet: env.TRUST_PROXY !== undefined,
    consoleAllowedIps: env.CONSOLE_ALLOWED_IPS,
    idempotencyRetentionMs: env.IDEMPOTENCY_RETENTION_DAYS * secondsPerDay * 1000,
    idempotencyWaitMs: env.IDEMPOTENCY_WAIT_SECONDS * 1000,
    requestLogMs: env.REQUEST_LOG_DAYS * secondsPerDay * 1000,
    requestLogBodies: env.REQUEST_LOG_BODIES,
    documentStagedMs: env.DOCUMENT_STAGED_DAYS * secondsPerDay * 1000,
    documentScanner: env.DOCUMENT_SCANNER_URL,
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
    chains,
    bank: bankSettingsOf(env, env.DATA_DIR),
    webhooks: webhookSettingsOf(env, env.FLORIN_PROFILE),
    explorerUrls: explorerUrlsOf(chains, env.EXPLORER_URLS),
    auditExport: auditSettingsOf(env),
    mail: mailSettingsOf(env),
    alerts: alertSettingsOf(env),
    sso: ssoSettingsOf(env),
    ...controlSettingsOf(env),
    drain: { delayMs: env.DRAIN_DELAY_SECONDS * 1000, graceMs: env.DRAIN_TIMEOUT_SECONDS * 1000 },
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

function controlSettingsOf(env: ValuesOf<typeof variables>) {
  return {
    depositQuorumAboveCents: env.DEPOSIT_QUORUM_ABOVE,
    dualApprovalAboveCents: env.DUAL_APPROVAL_ABOVE,
    approvalExpiryMs: env.APPROVAL_EXPIRY_HOURS * hourMs,
    newAccessMs: env.NEW_ACCESS_HOURS * hourMs,
    destinationCoolingOffMs: {
      mainnet: env.DESTINATION_COOLING_OFF_HOURS * hourMs,
      testnet: env.TESTNET_COOLING_OFF_HOURS * hourMs,
    },
    achPrenotes: env.ACH_PRENOTES,
    debtorOutflows: env.DEBTOR_OUTFLOWS,
    defaultLimits: limitSettingsOf(env),
    microDepositsPerTenant: env.MICRO_DEPOSITS_PER_TENANT,
  };
}

/** Missing values are empty strings; `documentProblems` reports them. */
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

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(variables);
