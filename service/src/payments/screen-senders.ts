import type { Screener, ScreeningResult } from "../accounts/index.ts";
import { assert } from "../kernel/assert.ts";
import type { BankReceipt } from "../rails/bank-work.ts";
import type { SenderHit } from "./stored-payment.ts";

/** What the sanctions list says about who sent money. */
export type SenderCheck =
  | { readonly outcome: "clear" }
  | { readonly outcome: "unnamed" }
  | ({ readonly outcome: "hit" } & SenderHit);

// A screener takes a hundred subjects at once, and each name is two of them.
const sendersAtOnce = 50;

/**
 * In the order of the receipts. A bank does not say whether a name is a person's or a business's, so it is compared as
 * both. Where there is no name, nothing was compared.
 */
export async function screenSenders(
  screener: Pick<Screener, "screen">,
  receipts: readonly BankReceipt[],
): Promise<readonly SenderCheck[]> {
  const checks: SenderCheck[] = [];
  for (let start = 0; start < receipts.length; start += sendersAtOnce) {
    checks.push(...(await screenSome(screener, receipts.slice(start, start + sendersAtOnce))));
  }
  return checks;
}

async function screenSome(
  screener: Pick<Screener, "screen">,
  receipts: readonly BankReceipt[],
): Promise<readonly SenderCheck[]> {
  const names = [...new Set(receipts.flatMap((receipt) => nameOf(receipt) ?? []))];
  const subjects = names.flatMap((name) => [
    { label: "sender", kind: "business" as const, names: [name] },
    { label: "sender", kind: "person" as const, names: [name] },
  ]);
  const results = subjects.length === 0 ? [] : await screener.screen(subjects);
  const checks = new Map(
    names.map((name, index) => [name, checkFrom(results.slice(2 * index, 2 * index + 2))]),
  );
  return receipts.map((receipt) => {
    const name = nameOf(receipt);
    if (name === undefined) return { outcome: "unnamed" };
    const check = checks.get(name);
    assert(check !== undefined, "every name was compared");
    return check;
  });
}

function nameOf({ senderName }: BankReceipt): string | undefined {
  const name = senderName?.trim();
  return name === "" ? undefined : name;
}

function checkFrom(results: readonly ScreeningResult[]): SenderCheck {
  const hits = results.filter(({ outcome }) => outcome === "hit");
  const [first] = hits;
  if (first === undefined) return { outcome: "clear" };
  const hitUids = [...new Set(hits.flatMap((result) => result.hits.map(({ uid }) => uid)))];
  return { outcome: "hit", listVersion: first.list.version, hitUids };
}
