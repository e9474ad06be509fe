import type { Session } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { IncomingBankPayment } from "../../rails/bank-work.ts";
import { memosIn } from "./memo.ts";
import { type DirectoryEntry, selectDirectoryEntries } from "./store.ts";

/** Owners that an incoming payment references: by account number, and by the sender's text. */
export interface Addressee {
  readonly byNumber: DirectoryEntry | undefined;
  readonly byMemo: readonly DirectoryEntry[];
}

/** In the order of the incoming payments. */
export async function addresseesOf(
  session: Session,
  network: Network,
  incomingPayments: readonly IncomingBankPayment[],
): Promise<readonly Addressee[]> {
  if (incomingPayments.length === 0) return [];
  const memos = incomingPayments.map(({ reference }) => memosIn(reference));
  const entries = await selectDirectoryEntries(session, network, {
    numbers: incomingPayments.map(({ accountNumber }) => accountNumber),
    memos: memos.flat(),
  });
  const byNumber = new Map(entries.map((entry) => [entry.accountNumber, entry]));
  const byMemo = new Map(entries.map((entry) => [entry.memo, entry]));
  return incomingPayments.map(({ accountNumber }, index) => ({
    byNumber: byNumber.get(accountNumber),
    byMemo: (memos[index] ?? []).flatMap((memo) => byMemo.get(memo) ?? []),
  }));
}

/** The tenant of the payment. The number decides; memos only if it is unknown and all of them are of one tenant. */
export function tenantNamedBy({ byNumber, byMemo }: Addressee): TenantId | undefined {
  if (byNumber !== undefined) return byNumber.tenantId;
  const tenants = new Set(byMemo.map(({ tenantId }) => tenantId));
  const [only] = tenants;
  return tenants.size === 1 ? only : undefined;
}
