import { assert } from "../../kernel/assert.ts";
import { nameOfAccount } from "./replayed-account.ts";
import type { AssetState, HeadState } from "./verify-store.ts";
import type { JournalWalk } from "./walk-journal.ts";

/** The head must match the last record. */
export function checkHead({ link, replay, findings }: JournalWalk, head: HeadState | undefined): void {
  const add = (detail: string): void =>
    findings.add({ table: "ledger_heads", sequence: link.sequence, detail });
  if (head === undefined) {
    if (link.sequence > 0n || replay.accounts.size > 0) add("the journal has no head");
    return;
  }
  if (head.sequence !== link.sequence) {
    add(`last_sequence is ${head.sequence}, but the journal ends with ${link.sequence}`);
  }
  if (head.sequence > link.sequence) {
    const detail = "is missing, if the head is right";
    findings.add({ table: "ledger_journal", sequence: link.sequence + 1n, detail });
  }
  if (link.hash !== undefined && !head.hash.equals(link.hash))
    add("last_hash is not that of the last record");
  if (head.atMicros !== BigInt(link.atMs) * 1_000n) add("last_at is not the time of the last record");
  if (head.accountNumber !== replay.lastAccountNumber) {
    add(`last_account_number is ${head.accountNumber}, but the last account is ${replay.lastAccountNumber}`);
  }
}

/** Every account was opened by a record, and its path is part of the hash of each record that names it. */
export function checkAccounts({ replay, findings }: JournalWalk): void {
  for (const account of replay.accounts.values()) {
    const { isMissing, isOpened, records, wrongHashes } = account;
    if (isMissing) continue;
    const add = (detail: string): void =>
      findings.add({ table: "ledger_accounts", account: nameOfAccount(account), detail });
    if (!isOpened) add("was not opened by any record");
    if (wrongHashes > 0 && wrongHashes === records) {
      add(
        `none of the ${records} records that name it has the right hash: the account or all of them were changed`,
      );
    }
  }
}

/** Maximum number of assets of a journal that is verified. */
export const maxAssets = 10_000;

/** Every asset of an account exists once with the scale of the account, and there are no others. */
export function checkAssets({ scales, findings }: JournalWalk, assets: readonly AssetState[]): void {
  assert(assets.length < maxAssets, `a journal has fewer than ${maxAssets} assets`);
  const add = (detail: string): void => findings.add({ table: "ledger_assets", detail });
  const missing = new Set(scales.keys());
  for (const { code, scale } of assets) {
    const expected = scales.get(code);
    if (expected === undefined) add(`asset ${code} belongs to no account`);
    else if (!missing.delete(code)) add(`asset ${code} appears more than once`);
    else if (scale !== expected)
      add(`asset ${code} has ${scale} decimals, but its accounts have ${expected}`);
  }
  for (const code of missing) add(`asset ${code} is missing`);
}
