import type { SanctionedBirthDate } from "./birth-date.ts";
import {
  birthDateOf,
  childrenOf,
  invalid,
  maxNamesOfEntry,
  requiredAttribute,
  requireKnown,
  requireName,
} from "./list-elements.ts";
import type { ListPart } from "./list-part.ts";
import { type ListElement, openListXml } from "./list-xml.ts";
import type { ListEntry, SanctionedName } from "./sanctions-list.ts";

/** The consolidated financial sanctions list of the European Union, format 1.1. */
export async function readEuXml(file: string, content: Uint8Array): Promise<ListPart> {
  const xml = await openListXml(file, content, ["sanctionEntity"]);
  requireKnown(xml.root, new Set());
  const entries: ListEntry[] = [];
  for await (const element of xml.entries()) entries.push(toEntry(element));
  const publishedAt = requiredAttribute(xml.root, "generationDate").slice(0, 10);
  return { name: "EU", file, publishedAt, entries };
}

function toEntry(element: ListElement): ListEntry {
  const names = childrenOf(element, "nameAlias").map(toName);
  // The list does not mark a primary name: it is the first that is not weak.
  const primary = names.find(({ type }) => type === "aka") ?? names[0];
  if (primary === undefined) throw invalid(element, "<sanctionEntity> has no <nameAlias>");
  if (names.length > maxNamesOfEntry) throw invalid(element, `has more than ${maxNamesOfEntry} names`);
  const programs = childrenOf(element, "regulation").map((item) => requiredAttribute(item, "programme"));
  return {
    uid: `EU-${requiredAttribute(element, "logicalId")}`,
    type: typeOf(element),
    program: [...new Set(programs)].join(", "),
    names: [{ type: "primary", text: primary.text }, ...names.filter((name) => name !== primary)],
    birthDates: childrenOf(element, "birthdate").flatMap((item) => toBirthDate(item) ?? []),
    chainAddresses: [],
  };
}

function typeOf(element: ListElement): ListEntry["type"] {
  const [subject] = childrenOf(element, "subjectType");
  if (subject === undefined) throw invalid(element, "<sanctionEntity> has no <subjectType>");
  const code = requiredAttribute(subject, "classificationCode");
  if (code === "P") return "individual";
  if (code === "E") return "entity";
  throw invalid(subject, `has an unknown classification code "${code}"`);
}

function toName(element: ListElement): SanctionedName {
  const strong = requiredAttribute(element, "strong");
  if (strong !== "true" && strong !== "false")
    throw invalid(element, `strong must be true or false, not "${strong}"`);
  const text = requireName(element, requiredAttribute(element, "wholeName"));
  return { type: strong === "true" ? "aka" : "weak_aka", text };
}

/** A day, a year, or a range of years. */
function toBirthDate({ attributes }: ListElement): SanctionedBirthDate | undefined {
  const isCirca = attributes.get("circa") === "true";
  const date = attributes.get("birthdate") || attributes.get("year") || "";
  const [from, to] = [attributes.get("yearRangeFrom") ?? "", attributes.get("yearRangeTo") ?? ""];
  return date === "" ? birthDateOf(from, to, isCirca) : birthDateOf(date, date, isCirca);
}
