/** What differs from run to run, with the reason: a table, a column of a table, or a column of any table. */
export const businessMasks: Readonly<Record<string, string>> = {
  "*.sealed": "encrypted with a random data key",
  "leases.expires_at": "by the clock of the database",
  "service_keys.created_at": "by the clock of the database",
  "webhook_attempts.secret_ids": "digests of random secrets",
  "webhook_subscriptions.secret": "random, and encrypted",
};

/** As for the business; requests are recorded by the clock on the wall. */
export const requestMasks: Readonly<Record<string, string>> = {
  ...businessMasks,
  attempt_records: "keyed by digests with a random key",
  nodes: "the process that ran",
  statistics: "counts by duration",
  "api_requests.duration_ms": "measured",
  "webhook_attempts.duration_ms": "measured",
  "webhook_queue.event_id": "of a replay, in the order in which workers made the events",
  "webhook_queue.event_sequence": "of a replay, in the order in which workers made the events",
};

/** Endpoints over the business that are not read. */
export const unreadPaths: ReadonlySet<string> = new Set([
  // The process that ran.
  "/metrics",
  "/console/api/nodes",
  // Random keys.
  "/oauth2/jwks.json",
  // Requests of the recording, with their durations.
  "/requests",
  "/requests/{logged_request_id}",
  "/console/api/workspaces/{tenant_id}/{network}/requests",
  "/console/api/workspaces/{tenant_id}/{network}/requests.csv",
  "/console/api/workspaces/{tenant_id}/{network}/requests/summary",
  "/console/api/workspaces/{tenant_id}/{network}/requests/{logged_request_id}",
  "/console/api/workspaces/{tenant_id}/{network}/charts/request-time",
  "/console/api/workspaces/{tenant_id}/{network}/charts/requests",
  "/console/api/workspaces/{tenant_id}/{network}/charts/request-errors",
  // Digests of audit entries of the recording.
  "/console/api/workspaces/{tenant_id}/{network}/reports/audit.pdf",
]);

/** Endpoints that no request is recorded of. */
export const unrecordedPaths: ReadonlySet<string> = new Set([
  // It ends the session.
  "/console/api/sign-out",
  // The process that ran.
  "/metrics",
  "/console/api/nodes",
  // Random keys.
  "/oauth2/jwks.json",
  // Entries of workers, in the order in which they ran.
  "/console/api/audit/export",
  "/console/api/workspaces/{tenant_id}/{network}/audit/export",
  // What workers made while requests were prepared, in the order in which they ran; read over the business.
  "/accounts/{account_id}/events",
  "/console/api/rails/files",
  "/console/api/rails/files.csv",
  // Requests of the recording, with their durations.
  "/requests",
  "/console/api/workspaces/{tenant_id}/{network}/requests",
  "/console/api/workspaces/{tenant_id}/{network}/requests.csv",
  "/console/api/workspaces/{tenant_id}/{network}/charts/request-time",
]);

/** In what endpoints show of the business: signatures, digests and keys of what is made on reading, and when that was. */
export function maskReads(text: string): string {
  return (
    text
      .replaceAll(/"(webhook-signature|secret_id)":"[^"]*"/g, '"$1":"<secret>"')
      .replaceAll(/\b[0-9a-f]{64}\b|\b[0-9a-f]{40}\b/g, "<digest>")
      // In a CSV file, a text that begins with a hyphen follows an apostrophe.
      .replaceAll(/'?(?<![\w-])[\w-]{43}(?![\w-])/g, "<key>")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!000Z)\d{3}Z/g, "<just now>")
      .replaceAll(/florin-data-[0-9a-f]+/g, "<data folder>")
  );
}

const tokenPattern = /(?:[\w-]+\.){2}[\w-]{40,}|'?(?<![\w+/-])[\w+/-]{32,}={0,2}/g;
const recoveryCodePattern = /(?<![\w-])[0-9a-z]{4}(?:-[0-9a-z]{4}){3}(?![\w-])/g;

/** Tokens, digests, recovery codes, and numbers of bank accounts that are drawn. */
export function maskSecrets(text: string): string {
  return text
    .replaceAll(tokenPattern, "<secret>")
    .replaceAll(recoveryCodePattern, "<code>")
    .replaceAll(/\*{4}\d{4}/g, "****");
}

/** Ids that a generated request has cut. */
export function maskFragments(text: string): string {
  return text.replaceAll(/[0-9A-Z]{3,}/g, "<part>");
}

export function maskMeasures(text: string): string {
  return text.replaceAll(/"(duration_ms|oldest_seconds)":[\d.]+/g, '"$1":0');
}
