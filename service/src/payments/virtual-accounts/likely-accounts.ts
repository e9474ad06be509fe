import type { Session } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { BankReceipt } from "../../rails/bank-work.ts";
import { memosIn, nearMemosIn } from "./memo.ts";
import { slipsOf } from "./slips.ts";
import { type OpenedAccount, selectByNumbers, selectDirectoryEntries } from "./store.ts";

/** What in a receipt speaks for an account number of ours. */
const likenesses = [
  /** It was sent to this number. */
  "number",
  /** The sender wrote its memo. */
  "memo",
  /** The sender wrote the number itself. */
  "written_number",
  /** It was sent to a number that one slip makes of this one. */
  "near_number",
  /** The sender wrote what one slip makes of its memo. */
  "near_memo",
] as const;
export type Likeness = (typeof likenesses)[number];

export interface LikelyAccount extends OpenedAccount {
  readonly likeness: readonly Likeness[];
}

/** Account numbers of any tenant that a receipt may have been meant for. */
export async function findLikelyAccounts(
  session: Session,
  network: Network,
  receipt: Pick<BankReceipt, "accountNumber" | "reference">,
): Promise<readonly LikelyAccount[]> {
  const clues = cluesOf(receipt);
  const found = await selectDirectoryEntries(session, network, {
    numbers: clues.flatMap(({ numbers }) => [...numbers]),
    memos: clues.flatMap(({ memos }) => [...memos]),
  });
  const numbersOf = new Map<TenantId, string[]>();
  for (const { tenantId, accountNumber } of found) {
    numbersOf.set(tenantId, [...(numbersOf.get(tenantId) ?? []), accountNumber]);
  }
  const opened: OpenedAccount[] = [];
  for (const [tenantId, numbers] of numbersOf) {
    opened.push(...(await selectByNumbers(session, { tenantId, network }, numbers)));
  }
  return opened.map((account) => ({
    ...account,
    likeness: clues
      .filter(({ numbers, memos }) => numbers.has(account.accountNumber) || memos.has(account.memo))
      .map(({ likeness }) => likeness),
  }));
}

interface Clue {
  readonly likeness: Likeness;
  readonly numbers: ReadonlySet<string>;
  readonly memos: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** Which numbers and memos a receipt may mean. */
function cluesOf({
  accountNumber,
  reference,
}: Pick<BankReceipt, "accountNumber" | "reference">): readonly Clue[] {
  const memos = new Set(memosIn(reference));
  return [
    { likeness: "number", numbers: new Set([accountNumber]), memos: none },
    { likeness: "memo", numbers: none, memos },
    { likeness: "written_number", numbers: new Set(numbersIn(reference)), memos: none },
    { likeness: "near_number", numbers: slipsOf(accountNumber), memos: none },
    { likeness: "near_memo", numbers: none, memos: new Set(nearMemosIn(reference)) },
  ];
}

const writtenNumber = /\d{10,17}/g;
const maxWritten = 5;

function numbersIn(reference = ""): readonly string[] {
  return [...reference.replaceAll(/[ -]/g, "").matchAll(writtenNumber)]
    .slice(0, maxWritten)
    .map(([number]) => number);
}
