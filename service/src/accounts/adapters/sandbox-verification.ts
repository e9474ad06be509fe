import { addMs, type Clock } from "../../kernel/instant.ts";
import type { ProviderDecision, ProviderQuestion, VerificationProvider } from "../verification/provider.ts";

export interface SandboxVerificationOptions {
  readonly clock: Clock;
  /** How long an account stays pending before it completes. */
  readonly delayMs: number;
}

/** Decides by the business's name in law, so that every outcome can be tried; upper and lower case are the same. */
export function createSandboxVerification({
  clock,
  delayMs,
}: SandboxVerificationOptions): VerificationProvider {
  return {
    name: "sandbox",
    ask: async (question) => {
      const decision = decide(question);
      const readyAt = addMs(question.askedSince, delayMs);
      if (decision.verdict === "passed" && clock.now() < readyAt)
        return { outcome: "pending", askAgainAt: readyAt };
      return { outcome: "accepted", decision };
    },
  };
}

/** The first word that the name contains decides. */
function decide({ profile, documents }: ProviderQuestion): ProviderDecision {
  const name = profile.business.name.toLowerCase();
  if (name.includes("denied")) return { verdict: "denied", code: "verification_failed" };
  // Nothing is asked a second time: what was asked for has been submitted, or the question would not come again.
  if (name.includes("document") && documents.length === 0)
    return { verdict: "documents_required", set: "standard" };
  return name.includes("review") ? { verdict: "referred" } : { verdict: "passed" };
}
