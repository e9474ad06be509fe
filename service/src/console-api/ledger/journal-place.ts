import type { ApiRequest, Route } from "../../http/route.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { LedgerScope } from "../../ledger/index.ts";
import { consolePath, workspacePath } from "../console-tag.ts";

/** Where journals are read: by operators, of whatever tenant, and by the members of one. */
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

/** The journal that a path names; who may read it was asked before. */
export function scopeOf({ params }: ApiRequest): LedgerScope {
  const tenantId = parseId<"tenant">(params["tenant_id"] ?? "");
  const network = params["network"];
  if (tenantId === undefined || (network !== "testnet" && network !== "mainnet")) {
    throw new RefusalError(refuse("not_found", "there is no such journal"));
  }
  return { tenantId, network };
}

/** What every route of a place begins with. */
export function placed(place: JournalPlace, path: string, name: string) {
  return {
    method: "GET",
    path: place.path + path,
    operationId: place.operationId(name),
    access: { permission: place.permission },
  } as const satisfies Partial<Route>;
}
