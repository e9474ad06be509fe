import type { UserId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { OperatorRole } from "./roles/role.ts";

/** A console user. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  /** Undefined for a user who is not an operator, only a member of tenants. */
  readonly operatorRole: OperatorRole | undefined;
  readonly createdAt: Instant;
  readonly disabledAt: Instant | undefined;
}
