import type { Id, PersonId, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";

export type SessionId = Id<"console-session">;

/** Somebody at the console: a session that is neither over nor ended, with what its person may do now. */
export interface LiveSession {
  readonly id: SessionId;
  readonly personId: PersonId;
  /** What has been shown so far: the password alone, or all that is asked of the person. */
  readonly stage: "password" | "complete";
  readonly secondFactorAt: Instant | undefined;
  readonly seenAt: Instant;
  readonly operatorRole: OperatorRole | undefined;
  readonly memberships: ReadonlyMap<TenantId, MemberRole>;
}

/** For how long a second factor that was shown is good for what is sensitive. */
export const secondFactorFreshMs = 5 * 60_000;
/** A session ends by itself after this, and after a while in which nobody used it. */
export const sessionMaxAgeMs = 12 * 60 * 60_000;
export const sessionIdleMs = 60 * 60_000;
