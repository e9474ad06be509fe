import { parseMasterKey } from "../keys/master-key.ts";
import { auditProblems } from "./audit-export.ts";
import { productionChainProblems } from "./chains.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import type { Config } from "./settings.ts";
import { webhookProblems } from "./webhooks.ts";

// A random 32-byte key has fewer distinct bytes than this about once in 10^20 draws.
const minDistinctKeyBytes = 16;
const developmentPasswords = new Set([
  "",
  "postgres",
  "password",
  "florin",
  "secret",
  "changeme",
  "admin",
  "test",
]);

const placeholder = "CHANGE_ME";

/** Values of the example files that were not replaced. */
export function placeholderProblems(
  { profile }: Pick<Config, "profile">,
  texts: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (profile !== "production") return [];
  return Object.entries(texts)
    .filter(([, text]) => text?.includes(placeholder) === true)
    .map(([name]) => `${name} contains ${placeholder}, the placeholder of the example; set your own value`);
}

/** Settings that are acceptable for development and unsafe with real money. */
export function productionProblems(config: Config): readonly string[] {
  if (config.profile !== "production") return [];
  return [
    ...masterKeyProblems(config),
    ...databaseProblems(config),
    ...addressProblems(config),
    ...opennessProblems(config),
    ...approvalProblems(config),
    ...sandboxProblems(config),
    ...sanctionsProblems(config),
    ...productionChainProblems(config.chains),
    ...webhookProblems(config.webhooks),
    ...auditProblems(config.auditExport),
  ];
}

function masterKeyProblems({ masterKey, previousMasterKeys }: Config): readonly string[] {
  const missing =
    "MASTER_KEY is missing; generate one with: openssl rand -base64 32, and keep it in a secret store";
  return [
    ...(masterKey === undefined ? [missing] : keyProblem("MASTER_KEY", masterKey)),
    ...previousMasterKeys.flatMap((key) => keyProblem("MASTER_KEY_PREVIOUS", key)),
  ];
}

function keyProblem(name: string, key: string): readonly string[] {
  const value = parseMasterKey(key);
  if (value?.provider !== "local") return [];
  if (value.isDevelopment)
    return [`${name} holds a development key of the local profile; generate a new one`];
  return isWeak(value.key) ? [`${name} is not random; generate one with: openssl rand -base64 32`] : [];
}

function isWeak(key: Buffer): boolean {
  return new Set(key).size < minDistinctKeyBytes;
}

function databaseProblems({ databaseUrl }: Config): readonly string[] {
  if (databaseUrl === undefined) {
    return ["DATABASE_URL is missing; production requires your own PostgreSQL server, not the embedded one"];
  }
  const { password = "", isSocket = false } = parseDatabaseUrl(databaseUrl) ?? {};
  if (!isSocket && developmentPasswords.has(password)) {
    return ["DATABASE_URL has a development password or none; set a strong password for the role"];
  }
  return [];
}

function addressProblems({ configuredBaseUrl, configuredAuthUrl }: Config): readonly string[] {
  const problems: string[] = [];
  if (configuredBaseUrl === undefined)
    problems.push("BASE_URL is missing; set it to the public URL of the API");
  for (const [name, url] of [
    ["BASE_URL", configuredBaseUrl],
    ["AUTH_URL", configuredAuthUrl],
  ] as const) {
    if (url?.startsWith("http:") === true) problems.push(`${name} is plain http; production requires https`);
  }
  return problems;
}

function opennessProblems({
  trustProxy,
  isTrustProxySet,
  roles,
  rateLimit,
  metricsToken,
}: Config): readonly string[] {
  const problems: string[] = [];
  if (!isTrustProxySet) {
    problems.push(
      "TRUST_PROXY is missing; list the IP addresses of your proxies (limits count by the address of the client)",
    );
    // BASE_URL is https and the service speaks http, so a proxy terminates TLS, and every request has its address.
  } else if (trustProxy === "none" && roles.has("api")) {
    problems.push(
      "TRUST_PROXY is none, but a proxy terminates TLS for BASE_URL: all clients would share its address and its " +
        "limits; list the proxy's addresses, or loopback if it runs on this machine",
    );
  }
  if (trustProxy === "*") {
    problems.push(
      "TRUST_PROXY is an open wildcard: clients could spoof their IP address; list your proxies' addresses",
    );
  }
  if (rateLimit === undefined) problems.push("RATE_LIMIT is off, which is for benchmarks; turn it on");
  if (metricsToken === undefined) problems.push("METRICS_TOKEN is missing; without it /metrics is public");
  return problems;
}

function approvalProblems({ dualApprovalAboveCents }: Config): readonly string[] {
  return dualApprovalAboveCents === undefined
    ? ["DUAL_APPROVAL_ABOVE is none, so that one user releases any amount; set an amount in USD"]
    : [];
}

function sandboxProblems({ verification }: Config): readonly string[] {
  return verification.mainnet === "sandbox"
    ? ["VERIFICATION_PROVIDER_MAINNET is sandbox, which approves accounts without a review; set it to manual"]
    : [];
}

function sanctionsProblems({ sanctions }: Config): readonly string[] {
  return sanctions.listFolder === undefined
    ? ["SANCTIONS_LIST_DIR is missing; set it to the folder with OFAC's files sdn.csv and alt.csv"]
    : [];
}
