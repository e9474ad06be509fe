import type { Id, TenantId, UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";

export type SessionId = Id<"console-session">;

/** A live session with its user's current permissions. */
export interface LiveSession {
  readonly id: SessionId;
  readonly userId: UserId;
  /** Factors shown so far: the password alone, or all that are required. */
  readonly stage: "password" | "complete";
  readonly secondFactorAt: Instant | undefined;
  readonly seenAt: Instant;
  readonly operatorRole: OperatorRole | undefined;
  readonly memberships: ReadonlyMap<TenantId, MemberRole>;
}

/** How long a confirmed second factor is valid for sensitive operations. */
export const secondFactorFreshMs = 5 * 60_000;
/** Absolute session lifetime; an idle session ends earlier. */
export const sessionMaxAgeMs = 12 * 60 * 60_000;
export const sessionIdleMs = 60 * 60_000;
