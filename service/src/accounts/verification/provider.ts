import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Profile } from "../profile.ts";
import type { RequiredDocument, Requirement, RequirementSet } from "./requirements.ts";
import type { RejectionCode } from "./verification.ts";

/** Who decides whether a business and its people are who they say: an outside party, or a person of ours. */
export interface VerificationProvider {
  /** Kept with every decision that it makes. */
  readonly name: string;
  ask(question: ProviderQuestion): Promise<ProviderAnswer>;
}

export interface ProviderQuestion {
  /** The same for every repetition of one question, so that an outside party can tell that it has heard it before. */
  readonly key: string;
  readonly network: Network;
  readonly profile: Profile;
  /** What was asked for before, and what came of it. */
  readonly documents: readonly (RequiredDocument & Pick<Requirement, "status">)[];
  /** When the question was put first. */
  readonly askedSince: Instant;
  readonly signal: AbortSignal;
}

export type ProviderAnswer =
  | { readonly outcome: "accepted"; readonly decision: ProviderDecision }
  /** It has the question and is not done; it is asked again then. */
  | { readonly outcome: "pending"; readonly askAgainAt: Instant }
  /** It does not take the question, so a person decides. */
  | { readonly outcome: "rejected" }
  /** Nobody knows what it made of the question; it is asked again, and nothing is guessed. */
  | { readonly outcome: "unknown" };

export type ProviderDecision =
  | { readonly verdict: "passed" }
  | { readonly verdict: "denied"; readonly code: RejectionCode }
  /** A person decides. */
  | { readonly verdict: "referred" }
  | { readonly verdict: "documents_required"; readonly set: RequirementSet };

/** Each network has its own: what the sandbox says of a business must not count on mainnet. */
export type ProviderOf = Readonly<Record<Network, VerificationProvider>>;
