import type { Id, PersonId, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";

export type InvitationId = Id<"invitation">;

/** A link that lets somebody in, once. */
export interface Invitation {
  readonly id: InvitationId;
  readonly grant: Grant;
  /** Undefined where the service or somebody at the command line made it. */
  readonly invitedBy: PersonId | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** What a link is for: running the service, belonging to a tenant, or a new password. */
export type Grant =
  | {
      readonly kind: "operator";
      /** Undefined for the first operator, who says it. */
      readonly email: string | undefined;
      readonly role: OperatorRole;
    }
  | {
      readonly kind: "member";
      readonly email: string;
      readonly tenantId: TenantId;
      readonly role: MemberRole;
    }
  | {
      readonly kind: "reset";
      readonly personId: PersonId;
      /** The second factors were lost, too. */
      readonly forgetsFactors: boolean;
    };

/** For how long a link is good. */
export const invitationMs = 7 * 24 * 60 * 60_000;
