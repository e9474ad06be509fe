import type { Workspace } from "../../workspace/use-workspace.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";

/** Page paths of a transfer's records; undefined for pages that the user may not open. */
export interface RecordLinks {
  readonly payment: (id: string) => string | undefined;
  readonly address: (id: string) => string | undefined;
  readonly event: (id: string) => string | undefined;
  readonly delivery: (subscriptionId: string, id: string) => string | undefined;
  readonly ledgerAccount: (path: string) => string | undefined;
  readonly ledgerRecord: (sequence: string) => string | undefined;
  readonly application: (id: string) => string | undefined;
  /** By the request id that clients see. */
  readonly request: (requestId: string) => string | undefined;
  readonly bankFile: (id: string) => string | undefined;
}

interface Reader {
  /** Undefined on operations pages. */
  readonly workspace: Workspace | undefined;
  readonly mayReadBankFiles: boolean;
  /** The account of the transfer. */
  readonly accountId: string | undefined;
  /** The account that owns the subscription, if known. */
  readonly subscriberOf: (subscriptionId: string) => string | undefined;
}

export function recordLinks({ workspace, mayReadBankFiles, accountId, subscriberOf }: Reader): RecordLinks {
  const within = (
    permission: Parameters<Workspace["can"]>[0],
    ...segments: readonly (string | undefined)[]
  ) =>
    workspace?.can(permission) === true && segments.every((segment) => segment !== undefined)
      ? workspacePath(workspace.tenantId, workspace.network, ...segments)
      : undefined;
  return {
    payment: (id) => within("payments:read", "payments", id),
    address: (id) => within("addresses:read", "addresses", id),
    event: (id) => within("events:read", "events", accountId, id),
    delivery: (subscriptionId, id) =>
      within("webhooks:read", "webhooks", subscriberOf(subscriptionId), subscriptionId, "deliveries", id),
    ledgerAccount: (path) =>
      within("workspace.read", "ledger", `statement?account=${encodeURIComponent(path)}`),
    ledgerRecord: (sequence) => within("workspace.read", "ledger", "records", sequence),
    application: (id) => within("applications.read", "applications", id),
    request: (requestId) => within("requests.read", `requests?request=${encodeURIComponent(requestId)}`),
    bankFile: (id) => (mayReadBankFiles ? `/ops/bank-files/${id}` : undefined),
  };
}
