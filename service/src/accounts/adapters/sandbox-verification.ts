import { addMs, type Clock } from "../../kernel/instant.ts";
import type { ProviderDecision, ProviderQuestion, VerificationProvider } from "../verification/provider.ts";

export interface SandboxVerificationOptions {
  readonly clock: Clock;
  /** How long an account stays pending before it completes. */
  readonly delayMs: number;
}

/** Decides by the legal name of the business, case-insensitively, so that every outcome can be tested. */
export function createSandboxVerification({
  clock,
  delayMs,
}: SandboxVerificationOptions): VerificationProvider {
  return {
    name: "sandbox",
    ask: async (question) => {
      const decision = decide(question);
      const readyAt = addMs(question.requestedSince, delayMs);
      if (decision.providerDecision === "passed" && clock.now() < readyAt)
        return { outcome: "pending", askAgainAt: readyAt };
      return { outcome: "accepted", decision };
    },
  };
}

/** The first match decides. */
function decide({ profile, documents }: ProviderQuestion): ProviderDecision {
  const name = profile.business.name.toLowerCase();
  if (name.includes("denied")) return { providerDecision: "denied", code: "verification_failed" };
  // Documents are requested once: if this runs again, they have been submitted.
  if (name.includes("document") && documents.length === 0)
    return { providerDecision: "documents_required", set: "standard" };
  return name.includes("review") ? { providerDecision: "referred" } : { providerDecision: "passed" };
}
