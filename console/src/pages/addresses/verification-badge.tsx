import { StatusBadge } from "../../kit/status-badge.tsx";
import { toneOf } from "../../kit/status-tone.ts";

/** Ownership verification status of a bank account. */
export function VerificationBadge({ verification }: { readonly verification: string }) {
  return <StatusBadge status={`verification ${verification}`} tone={toneOf(verification)} />;
}
