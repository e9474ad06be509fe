import type { RowOf } from "../db/table.ts";
import type { UserId } from "../kernel/id.ts";
import type { users } from "./tables.ts";

export const userColumns = [
  "id",
  "email",
  "name",
  "operatorRole",
  "source",
  "isBreakGlass",
  "createdAt",
  "disabledAt",
  "isDisabledByDirectory",
] as const;

/** A console user. */
export type User = Pick<RowOf<typeof users>, (typeof userColumns)[number]>;

/** The context in which an authenticator secret is sealed. */
export function totpContext({ id }: { readonly id: UserId }): string {
  return `users/${id}/totp`;
}
