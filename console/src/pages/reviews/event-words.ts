const words: Readonly<Record<string, string>> = {
  screened_clear: "Screened: nobody is on the list",
  screened_hit: "Screened: somebody is near to an entry",
  provider_passed: "Passed",
  provider_denied: "Denied",
  provider_referred: "Referred to a person",
  provider_needs_documents: "Documents asked for",
  documents_submitted: "Documents submitted",
  person_approved: "Approved",
  person_rejected: "Rejected",
  person_requested_documents: "Documents asked for",
  person_cleared_hit: "Hit cleared",
  person_accepted_document: "Document accepted",
  person_rejected_document: "Document rejected",
  simulated_complete: "Completed by a simulation",
  simulated_rejected: "Rejected by a simulation",
  simulated_review: "Sent to review by a simulation",
  simulated_documents_required: "Documents asked for by a simulation",
};

/** A step of a review in words. */
export function eventWords(event: string): string {
  return words[event] ?? event.replaceAll("_", " ");
}
