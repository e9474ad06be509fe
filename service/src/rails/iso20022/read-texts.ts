import { childrenOf, valueAt, wordsAt, type XmlElement } from "./xml-element.ts";

/** The unstructured remittance information, else the structured references. */
export function readRemittance(transaction: XmlElement): string | undefined {
  const [information] = childrenOf(transaction, "RmtInf");
  const free = childrenOf(information, "Ustrd").map(({ text }) => text.trim());
  const references = childrenOf(information, "Strd").map((part) => wordsAt(part, "CdtrRefInf/Ref"));
  return joined(free) ?? joined(references);
}

/** The first reason with a code, else the first reason, with all its text. */
export function readReason(informations: readonly XmlElement[]): ReadReason {
  const codeOf = (information: XmlElement | undefined): string | undefined =>
    valueAt(information, "Rsn/Cd") ?? valueAt(information, "Rsn/Prtry");
  const chosen = informations.find((information) => codeOf(information) !== undefined) ?? informations[0];
  return {
    reasonCode: codeOf(chosen),
    reasonText: joined(childrenOf(chosen, "AddtlInf").map(({ text }) => text.trim())),
  };
}

export interface ReadReason {
  readonly reasonCode: string | undefined;
  readonly reasonText: string | undefined;
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const whole = texts.filter(Boolean).join(" ").replaceAll(/\s+/gu, " ").trim();
  return whole === "" ? undefined : whole;
}
