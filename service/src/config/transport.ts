import { networks } from "../kernel/id.ts";
import { chainSettingPrefix } from "./chains.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import type { Config } from "./settings.ts";
import { isLoopbackHost, isLoopbackUrl } from "./web-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Connections of a production service that leave the machine unencrypted, or to an unverified server. */
export function transportProblems(config: Config, environment: Environment): readonly string[] {
  if (config.profile !== "production") return [];
  return [
    ...databaseProblems(config),
    ...nodeProblems(config),
    ...collectorProblems(config, environment),
    ...scannerProblems(config),
    ...keyProviderProblems(config),
    ...verificationProblems(environment),
  ];
}

/**
 * `require` is not accepted: the driver treats it as `verify-full` today, and will treat it like libpq, which checks no
 * certificate.
 */
function databaseProblems({ databaseUrl }: Config): readonly string[] {
  const address = databaseUrl === undefined ? undefined : parseDatabaseUrl(databaseUrl);
  if (address === undefined || address.isLocal || address.sslMode === "verify-full") return [];
  return [
    "DATABASE_URL connects to another machine without verified TLS; add ?sslmode=verify-full, and sslrootcert=<file> " +
      "for a private certificate authority",
  ];
}

function nodeProblems({ chains }: Config): readonly string[] {
  return networks.flatMap((network) =>
    chains.names.flatMap((chain) => {
      const name = chainSettingPrefix({ network, chain });
      const { nodes, horizonUrl } = chains.of({ network, chain });
      return [
        ...plainProblem(`${name}_RPC_URLS`, Array.isArray(nodes) ? nodes : []),
        ...plainProblem(`${name}_HORIZON_URL`, horizonUrl === undefined ? [] : [horizonUrl]),
      ];
    }),
  );
}

/** The SDK also reads the variable for traces only, which has precedence. */
function collectorProblems({ otlpEndpoint }: Config, environment: Environment): readonly string[] {
  if (otlpEndpoint === undefined) return [];
  const name = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  const tracesEndpoint = environment[name];
  return [
    ...plainProblem("OTEL_EXPORTER_OTLP_ENDPOINT", [otlpEndpoint]),
    ...plainProblem(name, tracesEndpoint === undefined ? [] : [tracesEndpoint]),
  ];
}

function keyProviderProblems({ keyProviders: { awsKms, googleKms, vault } }: Config): readonly string[] {
  return [
    ...plainProblem("AWS_KMS_ENDPOINT", awsKms.endpoint === undefined ? [] : [awsKms.endpoint]),
    ...plainProblem("GOOGLE_KMS_ENDPOINT", [googleKms.endpoint]),
    ...plainProblem("VAULT_ADDR", vault.address === undefined ? [] : [vault.address]),
  ];
}

function plainProblem(name: string, urls: readonly string[]): readonly string[] {
  if (urls.every((url) => /^https:/i.test(url) || isLoopbackUrl(url))) return [];
  return [`${name} has a plain http URL of another machine; use https, or a tunnel that ends at 127.0.0.1`];
}

/** clamd has no TLS, and gets documents in the clear. */
function scannerProblems({ documentScanner }: Config): readonly string[] {
  if (documentScanner === undefined || "path" in documentScanner || isLoopbackHost(documentScanner.host))
    return [];
  return [
    "DOCUMENT_SCANNER_URL is on another machine, and clamd has no TLS; use a socket, or a tunnel that ends at 127.0.0.1",
  ];
}

function verificationProblems(environment: Environment): readonly string[] {
  return environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0"
    ? ["NODE_TLS_REJECT_UNAUTHORIZED is 0, so that no certificate is checked; remove it"]
    : [];
}
