import type { SanctionedBirthDate } from "./birth-date.ts";
import {
  birthDateOf,
  childrenOf,
  invalid,
  maxNamesOfEntry,
  requiredAttribute,
  requiredText,
  requireName,
  textOf,
} from "./list-elements.ts";
import type { ListPart } from "./list-part.ts";
import { type ListElement, openListXml } from "./list-xml.ts";
import type { ListEntry, SanctionedName } from "./sanctions-list.ts";
import type { NameType } from "./screening.ts";

/** The consolidated list of the United Nations Security Council. */
export async function readUnXml(file: string, content: Uint8Array): Promise<ListPart> {
  const xml = await openListXml(file, content, ["INDIVIDUAL", "ENTITY"]);
  for (const section of ["INDIVIDUALS", "ENTITIES"]) {
    if (childrenOf(xml.root, section).length !== 1) {
      throw invalid(xml.root, `<CONSOLIDATED_LIST> must have one <${section}>`);
    }
  }
  const entries: ListEntry[] = [];
  for await (const element of xml.entries()) entries.push(toEntry(element));
  const publishedAt = requiredAttribute(xml.root, "dateGenerated").slice(0, 10);
  return { name: "UN", file, publishedAt, entries };
}

function toEntry(element: ListElement): ListEntry {
  const isIndividual = element.name === "INDIVIDUAL";
  const parts = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"];
  const primary = parts.map((part) => textOf(element, part)).filter((text) => text !== "");
  const aliases = childrenOf(element, isIndividual ? "INDIVIDUAL_ALIAS" : "ENTITY_ALIAS").flatMap(toAliases);
  if (aliases.length >= maxNamesOfEntry) throw invalid(element, `has more than ${maxNamesOfEntry} names`);
  return {
    uid: `UN-${requiredText(element, "DATAID")}`,
    type: isIndividual ? "individual" : "entity",
    program: requiredText(element, "UN_LIST_TYPE"),
    names: [{ type: "primary", text: requireName(element, primary.join(" ")) }, ...aliases],
    birthDates: childrenOf(element, "INDIVIDUAL_DATE_OF_BIRTH").flatMap((item) => toBirthDate(item) ?? []),
    chainAddresses: [],
  };
}

const qualities: ReadonlyMap<string, NameType> = new Map([
  ["good", "aka"],
  ["a.k.a.", "aka"],
  ["", "aka"],
  ["f.k.a.", "fka"],
  ["low", "weak_aka"],
]);

/** An entry without aliases has one empty alias; several aliases may be in one element, with semicolons. */
function toAliases(element: ListElement): readonly SanctionedName[] {
  const quality = textOf(element, "QUALITY");
  const type = qualities.get(quality.toLowerCase());
  if (type === undefined) throw invalid(element, `has an unknown quality "${quality}"`);
  return textOf(element, "ALIAS_NAME")
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => ({ type, text: requireName(element, text) }));
}

function toBirthDate(element: ListElement): SanctionedBirthDate | undefined {
  const isCirca = textOf(element, "TYPE_OF_DATE") === "APPROXIMATELY";
  const date = textOf(element, "DATE").slice(0, 10) || textOf(element, "YEAR");
  const [from, to] = [textOf(element, "FROM_YEAR"), textOf(element, "TO_YEAR")];
  return date === "" ? birthDateOf(from, to, isCirca) : birthDateOf(date, date, isCirca);
}
