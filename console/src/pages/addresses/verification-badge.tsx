import { StatusBadge } from "../../kit/status-badge.tsx";
import { toneOf } from "../../kit/status-tone.ts";

/** How far the owner of a bank account has shown that it is theirs. */
export function VerificationBadge({ verification }: { readonly verification: string }) {
  return <StatusBadge status={`verification ${verification}`} tone={toneOf(verification)} />;
}
