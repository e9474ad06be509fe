import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoadedModules } from "./declared-statements.ts";

/** Every file of the service and the sandbox that declares a statement. */
export async function filesWithStatements(root: string): Promise<readonly string[]> {
  const folders = ["service/src", "sandbox/src"].map((folder) => join(root, folder));
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const paths = found.flat().filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return paths.filter((_, index) => /\bstatement[<(]/.test(texts[index] ?? "")).sort();
}

const at = 1_700_000_000_000;
const scope = { tenantId: "T", accountId: "A", network: "mainnet" };
const slice = { direction: "after", position: "P", limit: 1 };
const between = { createdAfter: at, createdBefore: at };
const auditQuery = {
  ...scope,
  subjectId: "S",
  actorId: "U",
  action: "a",
  requestId: "R",
  since: at,
  until: at,
  limit: 1,
};
const addressFilter = { onChainAddress: "0x", kind: "internal", medium: "chain", transferTypes: ["base"] };
const transferSlice = {
  ...scope,
  ...slice,
  position: { createdAt: at, units: 1n, id: "I" },
  sort: { by: "amount", isDescending: true },
  filters: { status: "pending", transferType: "wire", valueType: "USD", ...between },
};
const ofStatus = (status: string) => ({ ...transferSlice, filters: { status } });
const paymentSlice = {
  ...scope,
  ...slice,
  position: { id: "I", amountCents: 1n, insertedAt: at },
  sort: { by: "amount", isDescending: true },
  filter: between,
};
const session = { rows: async () => [], first: async () => undefined };

/** Functions that compose a statement from the conditions that are set. */
const composed: readonly (readonly [path: string, name: string, ...args: readonly unknown[]])[] = [
  ["audit/store.ts", "selectAuditEntries", session, { ...auditQuery, olderThan: { at, id: "E" } }],
  ["audit/store.ts", "selectAuditEntriesWithin", session, { ...auditQuery, newerThan: { at, id: "E" } }, 9],
  ["audit/store.ts", "selectEndOfWalk", session, auditQuery, 9],
  ["addresses/store.ts", "selectAddressesOf", session, scope, addressFilter, slice],
  ["payments/list-store.ts", "selectPaymentsOf", undefined, session, paymentSlice],
  ["payments/list-store.ts", "selectPaymentTotals", session, paymentSlice],
  ["payments/list-store.ts", "selectEndOfWalk", session, { ...paymentSlice, filter: { type: "ach" } }, 9],
  ["transfers/tenant-list-store.ts", "selectTransfersOfTenant", session, transferSlice],
  ["transfers/tenant-list-store.ts", "selectTransfersOfTenant", session, ofStatus("complete")],
  ["transfers/tenant-list-store.ts", "selectTransfersOfTenant", session, ofStatus("reversed")],
  ["transfers/tenant-list-store.ts", "selectTransferTotals", session, transferSlice],
  ["transfers/tenant-list-store.ts", "selectEndOfWalk", session, transferSlice, 9],
];

/** Calls the functions above, for `readDeclaredStatements`. */
export async function exercise(modules: LoadedModules): Promise<void> {
  for (const [path, name, ...args] of composed) {
    const compose = modules[`service/src/${path}`]?.[name];
    if (typeof compose === "function") await compose(...args);
  }
}
