const words: Readonly<Record<string, string>> = {
  screened_clear: "Screened: no hits",
  screened_hit: "Screened: hit",
  provider_passed: "Passed",
  provider_denied: "Denied",
  provider_referred: "Referred to manual review",
  provider_needs_documents: "Documents requested",
  documents_submitted: "Documents submitted",
  reviewer_approved: "Approved",
  reviewer_rejected: "Rejected",
  reviewer_requested_documents: "Documents requested",
  reviewer_cleared_hit: "Hit cleared",
  reviewer_accepted_document: "Document accepted",
  reviewer_rejected_document: "Document rejected",
  simulated_complete: "Completed by simulation",
  simulated_rejected: "Rejected by simulation",
  simulated_review: "Sent to review by simulation",
  simulated_documents_required: "Documents requested by simulation",
};

/** Display name of a review step. */
export function eventWords(event: string): string {
  return words[event] ?? event.replaceAll("_", " ");
}
