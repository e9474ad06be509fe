import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../accounts/index.ts";
import { sealedTable } from "../db/sealed-table.ts";
import type { TenantId } from "../kernel/id.ts";
import type { ApprovalId } from "./approval.ts";
import { contextOf, resultContextOf } from "./request-approval.ts";

interface Key {
  readonly tenantId: TenantId;
  readonly id: ApprovalId;
}

const sealed = { name: "approvals", key: ["tenantId", "id"] } as const;
const columns = [
  sealedTable<Key>({ ...sealed, column: "request", contextOf: ({ id }) => contextOf(id) }),
  sealedTable<Key>({ ...sealed, column: "result", contextOf: ({ id }) => resultContextOf(id) }),
];

/** Rewraps requests and results with the current master key; returns how many it changed. */
export async function rewrapApprovals(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  let rewrapped = 0;
  for (const column of columns) rewrapped += await rewrapInBatches(deps, column, options);
  return rewrapped;
}
