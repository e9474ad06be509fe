import { plainWords } from "../../kit/plain-words.ts";
import type { TransferTimeline, WorkspaceTransfer } from "./transfer.ts";

type Entry = TransferTimeline["entries"][number];

/** Why a transfer failed or was reversed, the bank's reason first: "R01 insufficient funds". */
export function failureWords(
  { status, failure_type: type, reversal }: Pick<WorkspaceTransfer, "status" | "failure_type" | "reversal">,
  entries: readonly Entry[],
): string | undefined {
  if (status !== "failed" && reversal === null) return undefined;
  const [bank] = entries.flatMap((entry) =>
    entry.type === "payment" && entry.reason_code !== null ? [entry] : [],
  );
  if (bank !== undefined) return `${bank.reason_code} ${lowered(bank.reason ?? "")}`.trim();
  if (reversal !== null) return reversal.return_code;
  const [chain] = entries.flatMap((entry) =>
    entry.type === "chain_transaction" && entry.failure_reason !== null ? [entry.failure_reason] : [],
  );
  const reason = chain ?? type;
  return reason === null || reason === undefined ? undefined : plainWords(reason);
}

/** Within a sentence; "ACH" stays as it is. */
function lowered(text: string): string {
  const plain = text.replace(/\.$/, "");
  return /^[A-Z][a-z]/.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
}
