import { fileURLToPath } from "node:url";
import { converted, oneOf, optional, satisfying, type ValuesOf, withDefault } from "./setting.ts";
import { areCertificates } from "./webhooks.ts";

/** Where the audit log is exported to. */
export type AuditDestination =
  | { readonly transport: "file"; readonly path: string }
  | { readonly transport: "unix"; readonly path: string }
  | { readonly transport: "tcp" | "tls"; readonly host: string; readonly port: number };

export const auditVariables = {
  AUDIT_EXPORT_URL: optional(
    converted(
      parseDestination,
      "must look like file:///var/log/florin/audit.jsonl, syslog+tls://host:6514, syslog+tcp://host:601 or " +
        "syslog+unix:///run/syslog.sock",
    ),
  ),
  AUDIT_EXPORT_FORMAT: withDefault(oneOf(["json", "ocsf"], "must be json or ocsf"), "json"),
  AUDIT_EXPORT_CA: optional(
    satisfying(areCertificates, "must be PEM certificates, including their BEGIN and END lines"),
  ),
};

export function auditSettingsOf(env: ValuesOf<typeof auditVariables>) {
  return {
    destination: env.AUDIT_EXPORT_URL,
    format: env.AUDIT_EXPORT_FORMAT,
    /** PEM, trusted instead of the default root certificates. */
    ca: env.AUDIT_EXPORT_CA,
  };
}

export type AuditSettings = ReturnType<typeof auditSettingsOf>;

/** Audit log entries must not cross a network in plain text. */
export function auditProblems({ destination }: AuditSettings): readonly string[] {
  return destination?.transport === "tcp" && !isLoopback(destination.host)
    ? ["AUDIT_EXPORT_URL sends the audit log unencrypted; use syslog+tls, or a receiver on this machine"]
    : [];
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

const defaultPorts = { "syslog+tls:": 6514, "syslog+tcp:": 601 } as const;

function parseDestination(text: string): AuditDestination | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username } = new URL(text);
  if (search !== "" || hash !== "" || username !== "") return undefined;
  switch (protocol) {
    case "file:":
      return hostname === "" && pathname.length > 1
        ? { transport: "file", path: fileURLToPath(text) }
        : undefined;
    case "syslog+unix:":
      return hostname === "" && pathname.length > 1
        ? { transport: "unix", path: decodeURIComponent(pathname) }
        : undefined;
    case "syslog+tls:":
    case "syslog+tcp:": {
      if (hostname === "" || !["", "/"].includes(pathname)) return undefined;
      const host = hostname.replace(/^\[(.*)\]$/, "$1");
      const transport = protocol === "syslog+tls:" ? "tls" : "tcp";
      return { transport, host, port: port === "" ? defaultPorts[protocol] : Number(port) };
    }
    default:
      return undefined;
  }
}
