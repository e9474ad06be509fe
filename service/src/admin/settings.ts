import { resolve } from "node:path";
import { type ChainName, chainNames } from "../chains/chain-name.ts";
import type { ChainNodes } from "../config/chains.ts";
import { parseDatabaseUrl } from "../config/database-url.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { pendingMigrations } from "../db/migrate.ts";
import { readMigrations } from "../db/migration-files.ts";
import { label, type Migration, MigrationError } from "../db/migration-plan.ts";
import { type Network, networks } from "../kernel/id.ts";
import { serviceVersion } from "../startup/service-version.ts";
import type { AdminContext } from "./open-admin.ts";

/** How this build runs here. Nothing in it is secret. */
export interface SettingsView {
  readonly version: string;
  readonly profile: string;
  readonly settings: readonly SettingView[];
  readonly migrations: {
    readonly known: number;
    /** The last one that this build knows. */
    readonly latest: string;
    readonly pending: readonly string[];
    /** Why the schema and this build do not belong together, as while a newer build is rolled out. */
    readonly problem: string | undefined;
  };
}

/** A setting by the name of its variable, with what is in effect. Of a secret it says only whether there is one. */
export interface SettingView {
  readonly group: string;
  readonly name: string;
  readonly value: string;
}

export async function showSettings({ config, database }: AdminContext): Promise<SettingsView> {
  const known = await readMigrations();
  const last = known.at(-1);
  return {
    version: serviceVersion(),
    profile: config.profile,
    settings: Object.entries(groups).flatMap(([group, read]) =>
      Object.entries(read(config)).map(([name, value]) => ({ group, name, value: textOf(value) })),
    ),
    migrations: {
      known: known.length,
      latest: last === undefined ? "" : label(last),
      ...(await comparedWith(database, known)),
    },
  };
}

async function comparedWith(
  database: Database,
  known: readonly Migration[],
): Promise<Pick<SettingsView["migrations"], "pending" | "problem">> {
  try {
    return { pending: await pendingMigrations(database, known), problem: undefined };
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return { pending: [], problem: error.message };
  }
}

type Value = string | number | bigint | boolean | undefined;
type Group = (config: Config) => Readonly<Record<string, Value>>;

function textOf(value: Value): string {
  if (value === undefined) return "not set";
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}

const dayMs = 86_400_000;
const days = (durationMs: number): string => `${durationMs / dayMs}`;
const seconds = (durationMs: number): string => `${durationMs / 1000}`;
const secret = (value: string | undefined): string =>
  value === undefined || value === "" ? "not set" : "set";

const groups: Readonly<Record<string, Group>> = {
  Service: (config) => ({
    FLORIN_PROFILE: config.profile,
    FLORIN_ROLES: [...config.roles].join(","),
    FLORIN_OPERATOR: config.operator,
    HOST: config.host,
    PORT: config.port,
    BASE_URL: config.baseUrl,
    AUTH_URL: config.authUrl,
    TRUST_PROXY: config.trustProxy,
    DATA_DIR: resolve(config.dataFolder),
    CONSOLE_DIR: config.consoleFolder,
  }),
  Database: ({ databaseUrl, databasePoolSize }) => ({
    DATABASE_URL: databaseUrl === undefined ? "embedded" : databasePlace(databaseUrl),
    DATABASE_POOL_SIZE: databasePoolSize,
  }),
  Keys: ({ masterKey, previousMasterKeys, signingKeyMaxAgeMs }) => ({
    MASTER_KEY: masterKey === undefined ? "made by the service, in the data folder" : "set",
    MASTER_KEY_PREVIOUS: previousMasterKeys.length === 0 ? "not set" : `${previousMasterKeys.length} set`,
    SIGNING_KEY_MAX_AGE_DAYS: days(signingKeyMaxAgeMs),
  }),
  Requests: ({ rateLimit, overload, idempotencyRetentionMs, idempotencyWaitMs, requestLogMs }) => ({
    RATE_LIMIT: rateLimit !== undefined,
    RATE_LIMIT_PER_SECOND: rateLimit?.perSecond,
    RATE_LIMIT_BURST: rateLimit?.burst,
    MAX_IN_FLIGHT: overload.maxInFlight,
    MAX_EVENT_LOOP_DELAY_MS: overload.maxEventLoopDelayMs,
    IDEMPOTENCY_RETENTION_DAYS: days(idempotencyRetentionMs),
    IDEMPOTENCY_WAIT_SECONDS: seconds(idempotencyWaitMs),
    REQUEST_LOG_DAYS: days(requestLogMs),
  }),
  Documents: ({ documentBucket: bucket, documentStagedMs }) => ({
    DOCUMENT_STORAGE: bucket === undefined ? "folder" : "s3",
    DOCUMENT_S3_ENDPOINT: bucket?.endpoint === undefined ? undefined : hostOf(bucket.endpoint),
    DOCUMENT_S3_BUCKET: bucket?.bucket,
    DOCUMENT_S3_REGION: bucket?.region,
    DOCUMENT_S3_ACCESS_KEY_ID: secret(bucket?.accessKeyId),
    DOCUMENT_S3_SECRET_ACCESS_KEY: secret(bucket?.secretAccessKey),
    DOCUMENT_S3_FORCE_PATH_STYLE: bucket?.forcePathStyle,
    DOCUMENT_STAGED_DAYS: days(documentStagedMs),
  }),
  Reviews: ({ verification, sanctions, secondPersonAboveCents }) => ({
    VERIFICATION_PROVIDER_TESTNET: verification.testnet,
    VERIFICATION_PROVIDER_MAINNET: verification.mainnet,
    VERIFICATION_SANDBOX_DELAY_MS: verification.sandboxDelayMs,
    SANCTIONS_LIST_DIR: sanctions.listFolder,
    SANCTIONS_LIST_MAX_AGE_DAYS: days(sanctions.listMaxAgeMs),
    SANCTIONS_THRESHOLD: sanctions.threshold,
    SECOND_PERSON_ABOVE: dollars(secondPersonAboveCents) ?? "none",
  }),
  Chains: ({ chains, explorerUrls }) => ({
    ...Object.fromEntries(
      networks.flatMap((network) =>
        chainNames.flatMap((chain) => chainSettings(chains[network][chain], network, chain)),
      ),
    ),
    EXPLORER_URLS: explorersText(explorerUrls),
  }),
  Bank: bankSettings,
  Webhooks: ({ webhooks }) => ({
    WEBHOOK_ALLOW_HTTP: webhooks.allowHttp,
    WEBHOOK_ALLOW_PRIVATE: webhooks.allowPrivate,
    WEBHOOK_EXTRA_CA: secret(webhooks.extraCa),
    WEBHOOK_PROXY_URL: webhooks.proxyUrl === undefined ? undefined : hostOf(webhooks.proxyUrl),
    WEBHOOK_CONCURRENCY: webhooks.concurrency,
    WEBHOOK_ENDPOINT_CONCURRENCY: webhooks.endpointConcurrency,
    WEBHOOK_HISTORY_DAYS: days(webhooks.historyMs),
  }),
  Operation: ({ drain, metricsToken, logLevel, logFormat, otlpEndpoint }) => ({
    DRAIN_DELAY_SECONDS: seconds(drain.delayMs),
    DRAIN_TIMEOUT_SECONDS: seconds(drain.graceMs),
    METRICS_TOKEN: secret(metricsToken),
    LOG_LEVEL: logLevel,
    LOG_FORMAT: logFormat,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint === undefined ? undefined : hostOf(otlpEndpoint),
  }),
};

/** Only what the chain's family has. */
function chainSettings(
  settings: Config["chains"][Network][ChainName],
  network: Network,
  chain: ChainName,
): readonly (readonly [string, Value])[] {
  const prefix = `CHAIN_${network.toUpperCase()}_${chain.toUpperCase()}`;
  const { nodes, chainId, confirmations, genesisHash, passphrase, horizonUrl } = settings;
  const isEvm = chain === "ethereum" || chain === "base";
  return [
    [`${prefix}_RPC_URLS`, nodesText(nodes)],
    ...(isEvm
      ? [[`${prefix}_CHAIN_ID`, chainId] as const, [`${prefix}_CONFIRMATIONS`, confirmations] as const]
      : []),
    ...(chain === "solana" ? [[`${prefix}_GENESIS_HASH`, genesisHash] as const] : []),
    ...(chain === "stellar"
      ? [
          [`${prefix}_PASSPHRASE`, passphrase] as const,
          [`${prefix}_HORIZON_URL`, horizonUrl === undefined ? undefined : hostOf(horizonUrl)] as const,
        ]
      : []),
  ];
}

function nodesText(nodes: ChainNodes): string {
  return typeof nodes === "string" ? nodes : nodes.map(hostOf).join(", ");
}

function explorersText(urls: Config["explorerUrls"]): string | undefined {
  const places = networks.flatMap((network) =>
    Object.entries(urls[network]).map(([chain, url]) => `${network}/${chain}: ${hostOf(url)}`),
  );
  return places.length === 0 ? undefined : places.join(", ");
}

function bankSettings({ bank }: Config): Readonly<Record<string, Value>> {
  const { connector, identity, files, cutoffLeadMinutes, sandboxClock } = bank;
  const { server } = files;
  return {
    BANK_CONNECTOR: connector,
    BANK_FILES_DIR: server === undefined ? files.folder : undefined,
    BANK_SFTP_URL: server === undefined ? undefined : `${server.host}:${server.port}`,
    BANK_SFTP_KEY: secret(server?.privateKey),
    BANK_SFTP_HOST_KEY_SHA256: server?.hostKeySha256,
    BANK_NAME: identity.bankName || undefined,
    BANK_ADDRESS: identity.bankAddress || undefined,
    BANK_ROUTING_NUMBER: identity.routingNumber || undefined,
    // An account number is nobody's business who only wants to know how the service runs.
    BANK_ACCOUNT_NUMBER: secret(identity.accountNumber),
    BANK_COMPANY_NAME: identity.companyName || undefined,
    BANK_COMPANY_ID: secret(identity.companyId),
    BANK_BENEFICIARY_NAME: identity.beneficiaryName || undefined,
    BANK_BENEFICIARY_ADDRESS: identity.beneficiaryAddress || undefined,
    BANK_VIRTUAL_ACCOUNT_PREFIX: secret(identity.virtualAccountPrefix),
    BANK_CUTOFF_LEAD_MINUTES: cutoffLeadMinutes,
    SANDBOX_BANK_CLOCK: sandboxClock,
  };
}

function dollars(cents: bigint | undefined): string | undefined {
  if (cents === undefined) return undefined;
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, "0")}`;
}

/** Without the credentials that may stand in an address. */
function databasePlace(databaseUrl: string): string {
  const { host = "", database = "" } = parseDatabaseUrl(databaseUrl) ?? {};
  return `${database} at ${host === "" ? "localhost" : host}`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
