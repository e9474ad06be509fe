import type { Id, TenantId, UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";

export type InvitationId = Id<"invitation">;

/** A single-use link that grants access or resets a password. */
export interface Invitation {
  readonly id: InvitationId;
  readonly grant: Grant;
  /** Undefined if created by the service or on the command line. */
  readonly invitedBy: UserId | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** The purpose of a link: operator access, tenant membership, or a password reset. */
export type Grant =
  | {
      readonly kind: "operator";
      /** Undefined for the first operator, who enters it. */
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
      readonly userId: UserId;
      /** Also removes the second factors, which were lost. */
      readonly forgetsFactors: boolean;
    };

/** Lifetime of a link. */
export const invitationMs = 7 * 24 * 60 * 60_000;
