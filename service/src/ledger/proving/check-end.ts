import { assert } from "../../kernel/assert.ts";
import { nameOfAccount } from "./replayed-account.ts";
import type { AssetState, HeadState } from "./verify-store.ts";
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

/** Up to so many assets of one journal are looked at. */
export const maxAssets = 10_000;

/** Every asset of an account is there once, with the scale of the account, and there are no others. */
export function checkAssets({ scales, findings }: JournalWalk, assets: readonly AssetState[]): void {
  assert(assets.length < maxAssets, `a journal has fewer than ${maxAssets} assets`);
  const no = (detail: string): void => findings.add({ table: "ledger_assets", detail });
  const missing = new Set(scales.keys());
  for (const { code, scale } of assets) {
    const expected = scales.get(code);
    if (expected === undefined) no(`asset ${code} is that of no account`);
    else if (!missing.delete(code)) no(`asset ${code} stands there more than once`);
    else if (scale !== expected) no(`asset ${code} has ${scale} decimals, and its accounts have ${expected}`);
  }
  for (const code of missing) no(`asset ${code} is missing`);
}
