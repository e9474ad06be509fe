import type { Instant } from "../../kernel/instant.ts";
import { correctionCodeOf } from "../nacha/correction-codes.ts";
import type { NachaAddenda, NachaEntry, NachaFile } from "../nacha/nacha-file.ts";
import { returnCodeOf } from "../nacha/return-codes.ts";
import type { Claim } from "./claim.ts";

/** A Nacha file from the bank tells what came back and what it wants corrected; money that we get is told in camt. */
export function claimsOfNacha(file: NachaFile, at: Instant): readonly Claim[] {
  return file.batches.flatMap(({ entries }) => entries.flatMap((entry) => claimsOfEntry(entry, at)));
}

function claimsOfEntry(entry: NachaEntry, at: Instant): readonly Claim[] {
  const claims = entry.addenda.flatMap((addenda) => claimOfAddenda(entry, addenda, at));
  return claims.length > 0 ? claims : [unexpected(entry)];
}

function claimOfAddenda(entry: NachaEntry, addenda: NachaAddenda, at: Instant): readonly Claim[] {
  switch (addenda.type) {
    case "payment":
    case "terminal":
    case "international":
    // Refuses a correction of ours, and we write none: the entry is unexpected.
    case "refused_correction":
      return [];
    case "correction": {
      const { code, originalTrace, traceNumber } = addenda;
      const text = correctionCodeOf(code)?.reason ?? "The other bank asks for other data";
      const correctionReference = `${code}-${traceNumber}`;
      return [
        { type: "corrected", references: [originalTrace], correctionReference, at, reason: { code, text } },
      ];
    }
    case "return": {
      const { code, originalTrace } = addenda;
      const text = returnCodeOf(code)?.reason ?? "Returned";
      return [
        {
          type: "returned",
          references: [originalTrace],
          returnReference: entry.traceNumber,
          amountCents: entry.amountCents,
          at,
          reason: { code, text },
        },
      ];
    }
    case "dishonored_return":
    case "contested_return":
      return [
        {
          type: "question",
          kind: addenda.type,
          reference: `${addenda.code}-${entry.traceNumber}`,
          amountCents: entry.amountCents,
          detail: `${addenda.code}: ${returnCodeOf(addenda.code)?.reason ?? "no known reason"}; original trace number ${addenda.originalTrace}`,
        },
      ];
  }
}

function unexpected({ traceNumber, amountCents, transactionCode }: NachaEntry): Claim {
  return {
    type: "question",
    kind: "unexpected_entry",
    reference: traceNumber,
    amountCents,
    detail: `an ACH entry with transaction code ${transactionCode}, which is no return and no correction`,
  };
}
