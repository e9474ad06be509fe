import { describe, expect, test } from "vitest";
import type { HeldPayment, MatchCandidate } from "./held-payment.ts";
import { amountDifference, matchAdvice } from "./match-advice.ts";

type Sign = MatchCandidate["reasons"][number]["sign"];

const usd = (value: string) => ({ value, currency: "USD" });

const payment = {
  amount: usd("4000.00"),
  return_id: null,
  hold: { reason: "unmatched", note: null, since: "2026-11-18T10:00:00Z", hits: [] },
} as unknown as HeldPayment;

interface Known {
  readonly expects?: string;
  readonly obstacle?: string;
}

function candidate(id: string, signs: readonly Sign[], { expects, obstacle }: Known = {}): MatchCandidate {
  const reasons = signs.map((sign) => ({ sign, text: sign }));
  const amount = expects === undefined ? null : usd(expects);
  return { type: "transfer", id, reasons, amount, obstacle: obstacle ?? null } as unknown as MatchCandidate;
}

describe("a payment of another amount than its transfer expects", () => {
  const mismatch = candidate("01M7S18F3420AAAAAAWMKHGXRN", ["number", "owner"], {
    expects: "4200.00",
    obstacle: "Amount mismatch: expects 4200.00 USD.",
  });

  test("is said to be sent to its account number, with the difference, and a return is not recommended", () => {
    expect(matchAdvice(payment, [mismatch, candidate("b", ["account"])])).toMatchObject({
      title: "Sent to the account number of transfer …WMKHGXRN, which expects $4,200.00 ($200.00 short)",
      isReturn: false,
    });
  });

  test("is too much, too little, or the same in another notation", () => {
    expect(amountDifference(usd("4300.5"), usd("4200.00"))).toBe("$100.50 too much");
    expect(amountDifference(usd("4000"), usd("4200.00"))).toBe("$200.00 short");
    expect(amountDifference(usd("4200"), usd("4200.00"))).toBeUndefined();
  });
});

test("a recipient that accepts no payments is named with the reason", () => {
  const closed = candidate("a", ["memo", "amount"], {
    expects: "4000.00",
    obstacle: "Does not accept payments (status: complete).",
  });
  const advice = matchAdvice(payment, [closed]);
  expect(advice?.title).toBe("The reference contains the memo of transfer a");
  expect(advice?.text).toMatch(
    /^It can't accept the payment. Does not accept payments \(status: complete\)\./,
  );
});

test("several recipients are compared", () => {
  expect(matchAdvice(payment, [candidate("a", ["amount"]), candidate("b", ["amount"])])?.title).toBe(
    "2 possible recipients",
  );
});

test.each<Sign>([
  "number",
  "memo",
  "written_number",
  "written_id",
  "near_number",
  "near_memo",
  "amount",
  "owner",
  "sender",
  "account",
  "time",
])("a return is not recommended with the sign %s", (sign) => {
  for (const obstacle of [undefined, "Amount mismatch: expects 80.00 USD."]) {
    const known = obstacle === undefined ? {} : { obstacle };
    expect(matchAdvice(payment, [candidate("a", [sign], known)])?.isReturn).toBe(false);
  }
});

describe("a return is recommended", () => {
  test("without any sign", () => {
    expect(matchAdvice(payment, [])?.isReturn).toBe(true);
    expect(matchAdvice(payment, [candidate("a", [])])?.isReturn).toBe(true);
  });

  test("but not to a sender that compliance must review, and not twice", () => {
    const grave = { ...payment, hold: { ...payment.hold, reason: "sanctioned_sender" } } as HeldPayment;
    expect(matchAdvice(grave, [])).toBeUndefined();
    expect(matchAdvice({ ...payment, return_id: "01JD" }, [])).toBeUndefined();
    expect(matchAdvice({ ...payment, hold: null }, [])).toBeUndefined();
  });
});
