import { Alert } from "@mantine/core";
import { Users } from "lucide-react";
import { When } from "../../kit/when.tsx";
import type { Held } from "./held.ts";

/** Status of a release that requires dual approval. */
export function DualApprovalNotice({ held }: { readonly held: Held }) {
  const { release_request: request, needs_dual_approval: needsDualApproval } = held;
  if (!needsDualApproval) return null;
  if (request === null) {
    return (
      <Alert color="yellow" title="Dual approval required" icon={<Users size={18} aria-hidden />}>
        The amount is above the dual approval threshold. One operator requests the release, and another
        operator approves it.
      </Alert>
    );
  }
  const who = request.is_yours ? "You" : (request.requested_by_name ?? "Another operator");
  return (
    <Alert
      color="yellow"
      title={request.is_yours ? "Your release request awaits approval" : "A release request awaits approval"}
      icon={<Users size={18} aria-hidden />}
    >
      {who} requested the release <When at={request.requested_at} />: “{request.reason}”
      {request.is_yours ? " Another operator must approve it." : ""}
    </Alert>
  );
}

/** The same as one line for tables. */
export function releaseWords({
  release_request: request,
  needs_dual_approval: needsDualApproval,
}: Held): string {
  if (request === null) return needsDualApproval ? "Dual approval required" : "Single approval";
  return request.is_yours
    ? "Requested by you, awaiting approval"
    : `Requested by ${request.requested_by_name ?? "another operator"}, awaiting approval`;
}
