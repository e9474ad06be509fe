import type { VerificationProvider } from "../verification/provider.ts";

/** No external provider: every account goes to the review queue for manual review. */
export function createManualVerification(): VerificationProvider {
  return {
    name: "manual",
    ask: async () => ({ outcome: "accepted", decision: { providerDecision: "referred" } }),
  };
}
