import { nameOfAccount } from "./replayed-account.ts";
import type { HeadState } from "./verify-store.ts";
import type { JournalWalk } from "./walk-journal.ts";

/** The head must tell where the walk ended. */
export function checkHead({ link, replay, findings }: JournalWalk, head: HeadState | undefined): void {
  const no = (detail: string): void =>
    findings.add({ table: "ledger_heads", sequence: link.sequence, detail });
  if (head === undefined) {
    if (link.sequence > 0n || replay.accounts.size > 0) no("the journal has no head");
    return;
  }
  if (head.sequence !== link.sequence) {
    no(`last_sequence is ${head.sequence}, and the journal ends with ${link.sequence}`);
  }
  if (head.sequence > link.sequence) {
    const detail = "is missing, if the head is right";
    findings.add({ table: "ledger_journal", sequence: link.sequence + 1n, detail });
  }
  if (link.hash !== undefined && !head.hash.equals(link.hash)) no("last_hash is not that of the last record");
  if (head.atMicros !== BigInt(link.atMs) * 1_000n) no("last_at is not the time of the last record");
  if (head.accountNumber !== replay.lastAccountNumber) {
    no(`last_account_number is ${head.accountNumber}, and the last account is ${replay.lastAccountNumber}`);
  }
}

/** Every account was opened by a record, and its name is part of the hash of each record that names it. */
export function checkAccounts({ replay, findings }: JournalWalk): void {
  for (const account of replay.accounts.values()) {
    const { isMissing, isOpened, records, wrongHashes } = account;
    if (isMissing) continue;
    const no = (detail: string): void =>
      findings.add({ table: "ledger_accounts", account: nameOfAccount(account), detail });
    if (!isOpened) no("was opened by no record");
    if (wrongHashes > 0 && wrongHashes === records) {
      no(
        `of the ${records} records that name it none has the right hash: it was changed, or all of them were`,
      );
    }
  }
}
