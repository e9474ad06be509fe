import { isInternational } from "./international.ts";
import type { NachaAddenda, NachaEntry } from "./nacha-file.ts";
import type { NachaRule } from "./nacha-rule.ts";
import type { BatchHeader } from "./read-batch-header.ts";
import { type SecCode, secCodeOf } from "./sec-codes.ts";
import { transactionCodeOf } from "./transaction-codes.ts";

export interface AddendaJudgement {
  readonly rule: NachaRule;
  readonly detail: string;
}

/** Whether the addenda of an entry are those that its class and its transaction code ask for. */
export function judgeAddenda(batch: BatchHeader, entry: NachaEntry): AddendaJudgement | undefined {
  const sec = secCodeOf(batch.sec);
  if (sec === undefined) return undefined;
  if (sec.addenda === "correction") return judgeCorrection(batch, entry);
  if (entry.addenda.some(isCorrection)) {
    return { rule: "correction-class", detail: "a correction stands in a batch that is not of class COR" };
  }
  if (entry.addenda.length === 0 && transactionCodeOf(entry.transactionCode)?.use === "return") {
    return { rule: "return-without-addenda", detail: "the entry has the code of a return and no addenda" };
  }
  return judgeKinds(sec, entry.addenda);
}

export function isCorrection({ type }: NachaAddenda): boolean {
  return type === "correction" || type === "refused_correction";
}

function judgeCorrection(batch: BatchHeader, { addenda }: NachaEntry): AddendaJudgement | undefined {
  const others = addenda.filter((one) => !isCorrection(one));
  const mayStay = isInternational(batch) && others.every(({ type }) => type === "international");
  if (addenda.length - others.length === 1 && (others.length === 0 || mayStay)) return undefined;
  return { rule: "correction-class", detail: "an entry of class COR has one correction and nothing else" };
}

function judgeKinds(sec: SecCode, addenda: readonly NachaAddenda[]): AddendaJudgement | undefined {
  const forward = addenda.filter((one) => !isReturn(one));
  if (forward.some(({ type }) => type !== sec.addenda)) {
    return { rule: "addenda-type", detail: "an addenda record is not of the class of its batch" };
  }
  if (forward.length > sec.maxAddenda) {
    const detail = `an entry of this class has at most ${sec.maxAddenda} addenda`;
    return { rule: "addenda-count", detail };
  }
  return addenda.some(isReturn) ? undefined : judgeMandatory(sec, forward);
}

/** A return need not repeat what the original had to carry. */
function judgeMandatory(sec: SecCode, addenda: readonly NachaAddenda[]): AddendaJudgement | undefined {
  if (sec.addenda === "terminal" && addenda.length === 0) {
    return { rule: "addenda-count", detail: "an entry of this class has an addenda record of type 02" };
  }
  const types = addenda.map((one) => (one.type === "international" ? one.typeCode : "")).join("");
  if (sec.addenda === "international" && !/^10111213141516(?:17){0,2}(?:18){0,5}$/.test(types)) {
    const detail = "an entry of class IAT has the addenda 10 to 16, then at most two of 17 and five of 18";
    return { rule: "addenda-count", detail };
  }
  return undefined;
}

function isReturn({ type }: NachaAddenda): boolean {
  return type === "return" || type === "dishonored_return" || type === "contested_return";
}
