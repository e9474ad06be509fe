import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { Account } from "../account.ts";
import { type MaskedProfile, maskProfile } from "../profile/mask-profile.ts";
import { loadProfile, loadReviewFlags } from "../profile/sealed-profile.ts";
import type { ReviewFlag } from "../profile.ts";
import { selectAccount } from "../store.ts";
import { possibleDecisions, type ReviewerDecision } from "./possible-decisions.ts";
import { type ReviewedDocument, selectRequirements, selectReviewedDocuments } from "./requirement-store.ts";
import type { Requirement } from "./requirements.ts";
import { selectReviewKey } from "./review-store.ts";
import { type Screening, selectScreenings, selectUndecidedScreenings } from "./screening-store.ts";
import { type Decision, selectDecisions, selectVerification } from "./store.ts";
import type { Verification, VerificationKey } from "./verification.ts";

/** Everything a reviewer needs to decide, with personal data masked. */
export interface Review {
  readonly account: Account;
  readonly verification: Verification;
  readonly profile: MaskedProfile;
  readonly flags: readonly ReviewFlag[];
  /** Newest first. */
  readonly screenings: readonly Screening[];
  /** Findings since the last decision on a hit, including those of previous lists. Newest first. */
  readonly undecided: readonly Screening[];
  readonly requirements: readonly Requirement[];
  readonly documents: readonly ReviewedDocument[];
  /** Newest first. */
  readonly decisions: readonly Decision[];
  /** Decisions that a reviewer can make now. */
  readonly possible: readonly ReviewerDecision[];
}

const maxScreenings = 100;
const maxUndecided = 100;
const maxDecisions = 100;

export async function showReview(
  deps: { readonly keyRing: KeyRing },
  session: Session,
  key: VerificationKey,
): Promise<Review> {
  const verification = await selectVerification(session, key);
  if (verification === undefined) throw noReview();
  const account = await selectAccount(session, key);
  assert(account !== undefined, "an account under review exists");
  return {
    account,
    verification,
    profile: maskProfile(await loadProfile(deps, session, key)),
    flags: await loadReviewFlags(session, key),
    screenings: await selectScreenings(session, { ...key, limit: maxScreenings }),
    undecided: await selectUndecidedScreenings(session, key, maxUndecided),
    requirements: await selectRequirements(session, key),
    documents: await selectReviewedDocuments(session, key),
    decisions: await selectDecisions(session, { ...key, limit: maxDecisions }),
    possible: possibleDecisions(verification, account),
  };
}

/** Reviewers identify a review by its account, without the tenant. */
export async function findReviewKey(session: Session, accountId: string): Promise<VerificationKey> {
  const id = parseId<"account">(accountId);
  const key = id === undefined ? undefined : await selectReviewKey(session, { accountId: id });
  if (key === undefined) throw noReview();
  return key;
}

function noReview(): RefusalError {
  return new RefusalError(refuse("not_found", "no managed account with this id"));
}
