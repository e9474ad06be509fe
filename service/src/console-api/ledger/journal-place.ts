import type { ApiRequest } from "../../http/route.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { LedgerScope } from "../../ledger/index.ts";
import { consolePath, workspacePath } from "../console-route.ts";

/** The scope of reading journals: operators read any tenant's, members their own. */
export interface JournalPlace {
  readonly path: string;
  readonly permission: string;
  operationId(name: string): string;
}

export const journalPlaces: readonly JournalPlace[] = [
  {
    path: `${consolePath}/ledger/{tenant_id}/{network}`,
    permission: "ledger.read",
    operationId: (name) => name,
  },
  {
    path: `${workspacePath}/ledger`,
    permission: "workspace.read",
    operationId: (name) => `${name}OfWorkspace`,
  },
];

/** The journal named by the path; access was checked before. */
export function scopeOf({ params }: ApiRequest): LedgerScope {
  const tenantId = parseId<"tenant">(params["tenant_id"] ?? "");
  const network = params["network"];
  if (tenantId === undefined || (network !== "testnet" && network !== "mainnet")) {
    throw new RefusalError(refuse("not_found", "there is no journal for this tenant and network"));
  }
  return { tenantId, network };
}

/** Common part of every route of a scope. */
export function placed(place: JournalPlace, name: string) {
  return { operationId: place.operationId(name), access: { permission: place.permission } };
}
