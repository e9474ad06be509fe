import type { UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";

/** A user that the directory provisioned. */
export interface ScimUser {
  readonly userId: UserId;
  readonly userName: string;
  readonly externalId: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  readonly email: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
