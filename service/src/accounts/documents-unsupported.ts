import type { Network } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";

/** The refusal for accounts that may not send documents; undefined for all others. */
export function documentsUnsupported(owner: {
  readonly network: Network;
  readonly selfAttested: boolean;
}): Refusal | undefined {
  if (owner.network === "mainnet" && !owner.selfAttested) return undefined;
  const where = owner.selfAttested ? "for self-attested accounts" : "on testnet";
  const detail = `is not supported ${where}; omit it`;
  return refuse("documents_not_supported", `/doc_submission_ids ${detail}`, {
    errors: [{ pointer: "/doc_submission_ids", detail }],
  });
}
