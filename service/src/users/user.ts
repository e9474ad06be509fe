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
  /** What manages the user: Florin, or the company's directory by single sign-on or by SCIM. */
  readonly source: "local" | "sso" | "scim";
  /** A local admin who may sign in when the identity provider is down. */
  readonly isBreakGlass: boolean;
  readonly createdAt: Instant;
  readonly disabledAt: Instant | undefined;
  /** The directory disabled the user, and may enable them again. */
  readonly isDisabledByDirectory: boolean;
}
