import type { PersonId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { HeldSubject } from "./held-subject.ts";

/** The first person's release, which waits for a second one. It counts for what that person saw. */
export interface ReleaseRequest extends Pick<HeldSubject, "cents" | "target"> {
  readonly subjectId: string;
  readonly subjectUpdatedAt: Instant;
  readonly requestedBy: PersonId;
  readonly reason: string;
  readonly requestedAt: Instant;
}

export type ReleaseVerdict =
  /** It goes now; `approves` is what another person asked for. */
  | { readonly type: "release"; readonly approves: ReleaseRequest | undefined }
  /** It waits for a second person. */
  | { readonly type: "request" };

export interface ReleaseFacts {
  readonly subject: HeldSubject;
  /** Undefined where one person is always enough. */
  readonly secondPersonAboveCents: bigint | undefined;
  readonly request: ReleaseRequest | undefined;
  readonly personId: PersonId;
}

/** Whether a person's release lets held funds go, or is the first of two. */
export function decideRelease(facts: ReleaseFacts): ReleaseVerdict | Refusal {
  const { subject, secondPersonAboveCents, personId } = facts;
  const request = isOf(subject, facts.request) ? facts.request : undefined;
  const isFromAnother = request !== undefined && request.requestedBy !== personId;
  if (!needsSecondPerson(subject, secondPersonAboveCents) || isFromAnother) {
    return { type: "release", approves: isFromAnother ? request : undefined };
  }
  if (request === undefined) return { type: "request" };
  return refuse("conflict", "you have asked for this release: another person has to let it go");
}

export function needsSecondPerson(
  { cents }: Pick<HeldSubject, "cents">,
  secondPersonAboveCents: bigint | undefined,
): boolean {
  return secondPersonAboveCents !== undefined && cents > secondPersonAboveCents;
}

/** What was asked for another amount, for somebody else, or before something changed, was asked for something else. */
export function isOf(subject: HeldSubject, request: ReleaseRequest | undefined): boolean {
  return (
    request?.cents === subject.cents &&
    request.subjectUpdatedAt === subject.updatedAt &&
    request.target === subject.target
  );
}
