import type { Network } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";

/** The refusal for accounts that may not send documents; undefined for all others. */
export function documentsUnsupported(owner: { readonly selfAttested: boolean }): Refusal | undefined {
  return owner.selfAttested ? unsupported("for self-attested accounts") : undefined;
}

/** At creation, testnet clients may not link documents either: there they send those that the sandbox requests. */
export function documentsUnsupportedAtCreation(owner: {
  readonly network: Network;
  readonly selfAttested: boolean;
}): Refusal | undefined {
  const where = "when an account is created on testnet";
  return documentsUnsupported(owner) ?? (owner.network === "testnet" ? unsupported(where) : undefined);
}

function unsupported(where: string): Refusal {
  const detail = `is not supported ${where}; omit it`;
  return refuse("documents_not_supported", `/doc_submission_ids ${detail}`, {
    errors: [{ pointer: "/doc_submission_ids", detail }],
  });
}
