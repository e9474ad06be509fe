import type { Session } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { IncomingBankPayment } from "../../rails/bank-work.ts";
import { memosIn, nearMemosIn } from "./memo.ts";
import { type OpenedAccount, selectByNumbers, selectDirectoryEntries } from "./store.ts";
import { typoVariants } from "./typo-variants.ts";

/** Why an account number is a suggested match. */
const likenesses = [
  /** The payment was sent to this number. */
  "number",
  /** The reference contains its memo. */
  "memo",
  /** The sender wrote the number itself. */
  "written_number",
  /** The payment was sent to a number that differs by one typo. */
  "near_number",
  /** The sender wrote its memo with one typo. */
  "near_memo",
] as const;
export type Likeness = (typeof likenesses)[number];

export interface LikelyAccount extends OpenedAccount {
  readonly likeness: readonly Likeness[];
}

/** Suggested matches: account numbers of any tenant that an incoming payment may be for. */
export async function findLikelyAccounts(
  session: Session,
  network: Network,
  incomingPayment: Pick<IncomingBankPayment, "accountNumber" | "reference">,
): Promise<readonly LikelyAccount[]> {
  const clues = cluesOf(incomingPayment);
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

/** Numbers and memos that an incoming payment may refer to. */
function cluesOf({
  accountNumber,
  reference,
}: Pick<IncomingBankPayment, "accountNumber" | "reference">): readonly Clue[] {
  const memos = new Set(memosIn(reference));
  return [
    { likeness: "number", numbers: new Set([accountNumber]), memos: none },
    { likeness: "memo", numbers: none, memos },
    { likeness: "written_number", numbers: new Set(numbersIn(reference)), memos: none },
    { likeness: "near_number", numbers: typoVariants(accountNumber), memos: none },
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
