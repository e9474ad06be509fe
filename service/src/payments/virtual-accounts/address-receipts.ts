import type { Session } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { BankReceipt } from "../../rails/bank-work.ts";
import { memosIn } from "./memo.ts";
import { type DirectoryEntry, selectDirectoryEntries } from "./store.ts";

/** Whom a receipt names: by the account number that it was sent to, and by what the sender wrote. */
export interface Addressee {
  readonly byNumber: DirectoryEntry | undefined;
  readonly byMemo: readonly DirectoryEntry[];
}

/** In the order of the receipts. */
export async function addresseesOf(
  session: Session,
  network: Network,
  receipts: readonly BankReceipt[],
): Promise<readonly Addressee[]> {
  if (receipts.length === 0) return [];
  const memos = receipts.map(({ reference }) => memosIn(reference));
  const entries = await selectDirectoryEntries(session, network, {
    numbers: receipts.map(({ accountNumber }) => accountNumber),
    memos: memos.flat(),
  });
  const byNumber = new Map(entries.map((entry) => [entry.accountNumber, entry]));
  const byMemo = new Map(entries.map((entry) => [entry.memo, entry]));
  return receipts.map(({ accountNumber }, index) => ({
    byNumber: byNumber.get(accountNumber),
    byMemo: (memos[index] ?? []).flatMap((memo) => byMemo.get(memo) ?? []),
  }));
}

/** Whose money it is. The number decides; a memo only where the number is nobody's, and if all memos are of one tenant. */
export function tenantNamedBy({ byNumber, byMemo }: Addressee): TenantId | undefined {
  if (byNumber !== undefined) return byNumber.tenantId;
  const tenants = new Set(byMemo.map(({ tenantId }) => tenantId));
  const [only] = tenants;
  return tenants.size === 1 ? only : undefined;
}
