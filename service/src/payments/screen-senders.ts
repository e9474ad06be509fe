import type { Screener, ScreeningResult } from "../accounts/index.ts";
import { assert } from "../kernel/assert.ts";
import type { IncomingBankPayment } from "../rails/bank-work.ts";
import type { SenderHit } from "./stored-payment.ts";

/** Result of screening a sender against the sanctions list. */
export type SenderCheck =
  | { readonly outcome: "clear" }
  | { readonly outcome: "unnamed" }
  | ({ readonly outcome: "hit" } & SenderHit);

// A screener takes a hundred subjects at once, and each name is two subjects.
const sendersAtOnce = 50;

/**
 * In the order of the incoming payments. A bank does not report whether a name is an individual's or a business's, so
 * it is screened as both. A payment without a name is not screened.
 */
export async function screenSenders(
  screener: Pick<Screener, "screen">,
  incomingPayments: readonly IncomingBankPayment[],
): Promise<readonly SenderCheck[]> {
  const checks: SenderCheck[] = [];
  for (let start = 0; start < incomingPayments.length; start += sendersAtOnce) {
    checks.push(...(await screenSome(screener, incomingPayments.slice(start, start + sendersAtOnce))));
  }
  return checks;
}

async function screenSome(
  screener: Pick<Screener, "screen">,
  incomingPayments: readonly IncomingBankPayment[],
): Promise<readonly SenderCheck[]> {
  const names = [...new Set(incomingPayments.flatMap((incomingPayment) => nameOf(incomingPayment) ?? []))];
  const subjects = names.flatMap((name) => [
    { label: "sender", kind: "business" as const, names: [name] },
    { label: "sender", kind: "individual" as const, names: [name] },
  ]);
  const results = subjects.length === 0 ? [] : await screener.screen(subjects);
  const checks = new Map(
    names.map((name, index) => [name, checkFrom(results.slice(2 * index, 2 * index + 2))]),
  );
  return incomingPayments.map((incomingPayment) => {
    const name = nameOf(incomingPayment);
    if (name === undefined) return { outcome: "unnamed" };
    const check = checks.get(name);
    assert(check !== undefined, "every name was screened");
    return check;
  });
}

function nameOf({ senderName }: IncomingBankPayment): string | undefined {
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
