import type { RowOf } from "../../db/table.ts";
import type { scimUsers } from "../tables.ts";
import type { User } from "../user.ts";

/** A user that the directory provisioned. */
export interface ScimUser extends RowOf<typeof scimUsers>, Pick<User, "email" | "name"> {
  readonly isActive: boolean;
}
