import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Profile } from "../profile.ts";
import type { RequiredDocument, Requirement, RequirementSet } from "./requirements.ts";
import type { RejectionCode } from "./verification.ts";

/** Decides whether a business and its owners are who they claim to be: an external service, or manual review. */
export interface VerificationProvider {
  /** Stored with every decision of the provider. */
  readonly name: string;
  ask(question: ProviderQuestion): Promise<ProviderResult>;
}

export interface ProviderQuestion {
  /** Idempotency key: the same for every retry of one query, so that the provider can deduplicate. */
  readonly key: string;
  readonly network: Network;
  readonly profile: Profile;
  /** Documents requested earlier, and their status. */
  readonly documents: readonly (RequiredDocument & Pick<Requirement, "status">)[];
  /** When the provider was first queried. */
  readonly requestedSince: Instant;
  readonly signal: AbortSignal;
}

export type ProviderResult =
  | { readonly outcome: "accepted"; readonly decision: ProviderDecision }
  /** In progress; query again at that time. */
  | { readonly outcome: "pending"; readonly askAgainAt: Instant }
  /** The provider does not accept the case; it is referred to manual review. */
  | { readonly outcome: "rejected" }
  /** Unknown outcome: the query is retried, nothing is assumed. */
  | { readonly outcome: "unknown" };

export type ProviderDecision =
  | { readonly providerDecision: "passed" }
  | { readonly providerDecision: "denied"; readonly code: RejectionCode }
  /** Refers the case to manual review. */
  | { readonly providerDecision: "referred" }
  | { readonly providerDecision: "documents_required"; readonly set: RequirementSet };

/** One per network: a sandbox decision must not count on mainnet. */
export type ProviderOf = Readonly<Record<Network, VerificationProvider>>;
