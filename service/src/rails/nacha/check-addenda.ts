import { isInternational } from "./international.ts";
import type { NachaAddenda, NachaEntry } from "./nacha-file.ts";
import type { NachaRule } from "./nacha-rule.ts";
import type { BatchHeader } from "./read-batch-header.ts";
import { type SecCode, secCodeOf } from "./sec-codes.ts";
import { transactionCodeOf } from "./transaction-codes.ts";

export interface AddendaDecision {
  readonly rule: NachaRule;
  readonly detail: string;
}

/** Checks that the addenda of an entry fit its SEC code and transaction code. */
export function evaluateAddenda(batch: BatchHeader, entry: NachaEntry): AddendaDecision | undefined {
  const sec = secCodeOf(batch.sec);
  if (sec === undefined) return undefined;
  if (sec.addenda === "correction") return checkCorrection(batch, entry);
  if (entry.addenda.some(isCorrection)) {
    return {
      rule: "correction-class",
      detail: "a notification of change appears in a batch that is not of class COR",
    };
  }
  if (entry.addenda.length === 0 && transactionCodeOf(entry.transactionCode)?.use === "return") {
    return { rule: "return-without-addenda", detail: "a return entry has no addenda record of type 99" };
  }
  return checkTypes(sec, entry.addenda);
}

export function isCorrection({ type }: NachaAddenda): boolean {
  return type === "correction" || type === "refused_correction";
}

function checkCorrection(batch: BatchHeader, { addenda }: NachaEntry): AddendaDecision | undefined {
  const others = addenda.filter((record) => !isCorrection(record));
  const isAllowed = isInternational(batch) && others.every(({ type }) => type === "international");
  if (addenda.length - others.length === 1 && (others.length === 0 || isAllowed)) return undefined;
  return { rule: "correction-class", detail: "a COR entry must have exactly one addenda record of type 98" };
}

function checkTypes(sec: SecCode, addenda: readonly NachaAddenda[]): AddendaDecision | undefined {
  const forward = addenda.filter((record) => !isReturn(record));
  if (forward.some(({ type }) => type !== sec.addenda)) {
    return { rule: "addenda-type", detail: "the addenda type is not allowed for the SEC code of the batch" };
  }
  if (forward.length > sec.maxAddenda) {
    const detail = `an entry with this SEC code has at most ${sec.maxAddenda} addenda records`;
    return { rule: "addenda-count", detail };
  }
  return addenda.some(isReturn) ? undefined : checkMandatory(sec, forward);
}

/** A return doesn't have to repeat the mandatory addenda of its original. */
function checkMandatory(sec: SecCode, addenda: readonly NachaAddenda[]): AddendaDecision | undefined {
  if (sec.addenda === "terminal" && addenda.length === 0) {
    return {
      rule: "addenda-count",
      detail: "an entry with this SEC code must have an addenda record of type 02",
    };
  }
  const types = addenda.map((record) => (record.type === "international" ? record.typeCode : "")).join("");
  if (sec.addenda === "international" && !/^10111213141516(?:17){0,2}(?:18){0,5}$/.test(types)) {
    const detail = "an IAT entry must have addenda of types 10 to 16, then at most two of 17 and five of 18";
    return { rule: "addenda-count", detail };
  }
  return undefined;
}

function isReturn({ type }: NachaAddenda): boolean {
  return type === "return" || type === "dishonored_return" || type === "contested_return";
}
