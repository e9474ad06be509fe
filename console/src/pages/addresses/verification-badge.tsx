import { StatusBadge } from "../../kit/status-badge.tsx";
import { toneOf } from "../../kit/status-tone.ts";

/** Ownership verification status of a bank account. */
export function VerificationBadge({ verification }: { readonly verification: string }) {
  const status = verification === "verified" ? verification : `verification ${verification}`;
  return <StatusBadge status={status} tone={toneOf(verification)} />;
}
