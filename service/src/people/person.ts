import type { PersonId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { OperatorRole } from "./roles/role.ts";

/** Somebody who may use the console. */
export interface Person {
  readonly id: PersonId;
  readonly email: string;
  readonly name: string;
  /** Undefined for whoever does not run the service, and is a member of tenants alone. */
  readonly operatorRole: OperatorRole | undefined;
  readonly createdAt: Instant;
  readonly disabledAt: Instant | undefined;
}
