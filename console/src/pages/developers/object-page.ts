import type { Permission } from "../../permission.ts";

const pages: Readonly<Record<string, { readonly path: string; readonly permission: Permission }>> = {
  transfer: { path: "transfers", permission: "transfers:read" },
  payment: { path: "payments", permission: "payments:read" },
  address: { path: "addresses", permission: "addresses:read" },
  account: { path: "accounts", permission: "accounts:read" },
  approval: { path: "approvals", permission: "approvals:read" },
};

/** Path of an object's page within the workspace; undefined without a page, or without the permission for it. */
export function objectPage(
  { type, id }: { readonly type: string; readonly id: string },
  can: (permission: Permission) => boolean,
): readonly [path: string, id: string] | undefined {
  const page = pages[type];
  return page !== undefined && can(page.permission) ? [page.path, id] : undefined;
}

/** The object of an event: `transfer.completed` is about the transfer in `data.id`. */
export function objectOfEvent(
  type: string,
  data: unknown,
): { readonly type: string; readonly id: string } | undefined {
  const [kind = ""] = type.split(".");
  const id = typeof data === "object" && data !== null && "id" in data ? data.id : undefined;
  return typeof id === "string" && pages[kind] !== undefined ? { type: kind, id } : undefined;
}
