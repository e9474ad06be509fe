import {
  childrenOf,
  invalid,
  maxNamesOfEntry,
  requiredText,
  requireKnown,
  requireName,
  textOf,
} from "./list-elements.ts";
import type { ListPart } from "./list-part.ts";
import { type ListElement, openListXml } from "./list-xml.ts";
import type { ListEntry, SanctionedChainAddress, SanctionedName } from "./sanctions-list.ts";
import type { EntryType, NameType } from "./screening.ts";
import { readSdnBirthDate } from "./sdn-remarks.ts";

/** OFAC's `sdn.xml` and `consolidated.xml`: the SDN list, and all of its other lists, in one format. */
export async function readOfacXml(file: string, content: Uint8Array): Promise<ListPart> {
  const xml = await openListXml(file, content, ["sdnEntry"]);
  const [information] = childrenOf(xml.root, "publshInformation");
  if (information === undefined) throw invalid(xml.root, "<sdnList> has no <publshInformation>");
  const count = requiredText(information, "Record_Count");
  // The format's own protection against truncated files.
  if (Number(count) !== xml.count) {
    throw invalid(information, `Record_Count is ${count}, but the file has ${xml.count} entries`);
  }
  const entries: ListEntry[] = [];
  for await (const element of xml.entries()) entries.push(toEntry(element));
  return { name: "OFAC", file, publishedAt: dateOf(information), entries };
}

const knownChildren: ReadonlySet<string> = new Set([
  "uid",
  "firstName",
  "lastName",
  "title",
  "sdnType",
  "remarks",
  "programList",
  "idList",
  "akaList",
  "addressList",
  "nationalityList",
  "citizenshipList",
  "dateOfBirthList",
  "placeOfBirthList",
  "vesselInfo",
]);

function toEntry(element: ListElement): ListEntry {
  requireKnown(element, knownChildren);
  const uid = requiredText(element, "uid");
  if (!/^\d{1,9}$/.test(uid)) throw invalid(element, "<uid> is not an entry number");
  const typeText = requiredText(element, "sdnType");
  const type = entryTypes.get(typeText.toLowerCase());
  if (type === undefined) throw invalid(element, `has an unknown type "${typeText}"`);
  const aliases = itemsOf(element, "akaList", "aka").map(toAlias);
  if (aliases.length >= maxNamesOfEntry) throw invalid(element, `has more than ${maxNamesOfEntry} names`);
  const dates = itemsOf(element, "dateOfBirthList", "dateOfBirthItem");
  return {
    uid,
    type,
    program: itemsOf(element, "programList", "program")
      .map(({ text }) => text)
      .join(", "),
    names: [{ type: "primary", text: nameOf(element) }, ...aliases],
    birthDates: dates.flatMap((item) => readSdnBirthDate(requiredText(item, "dateOfBirth")) ?? []),
    chainAddresses: itemsOf(element, "idList", "id").flatMap((item) => chainAddressOf(item) ?? []),
  };
}

function itemsOf(element: ListElement, list: string, item: string): readonly ListElement[] {
  return childrenOf(element, list).flatMap((found) => {
    requireKnown(found, new Set([item]));
    return found.children;
  });
}

function toAlias(element: ListElement): SanctionedName {
  const typeText = requiredText(element, "type");
  const type = aliasTypes.get(typeText.replaceAll(".", "").toLowerCase());
  if (type === undefined) throw invalid(element, `has an unknown type "${typeText}"`);
  const isWeak = textOf(element, "category").toLowerCase() === "weak";
  return { type: isWeak ? "weak_aka" : type, text: nameOf(element) };
}

/** As in the CSV files. */
function nameOf(element: ListElement): string {
  const [first, last] = [textOf(element, "firstName"), textOf(element, "lastName")];
  return requireName(element, first === "" || last === "" ? last + first : `${last}, ${first}`);
}

function chainAddressOf(element: ListElement): SanctionedChainAddress | undefined {
  const currency = /^Digital Currency Address - ([A-Z0-9]{2,10})$/.exec(textOf(element, "idType"))?.[1];
  return currency === undefined ? undefined : { currency, address: requiredText(element, "idNumber") };
}

function dateOf(information: ListElement): string {
  const text = requiredText(information, "Publish_Date");
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  if (year === undefined) throw invalid(information, "Publish_Date is not a date such as 11/13/2026");
  return `${year}-${month}-${day}`;
}

const entryTypes: ReadonlyMap<string, EntryType> = new Map([
  ["individual", "individual"],
  ["entity", "entity"],
  ["vessel", "vessel"],
  ["aircraft", "aircraft"],
]);

const aliasTypes: ReadonlyMap<string, NameType> = new Map([
  ["aka", "aka"],
  ["fka", "fka"],
  ["nka", "nka"],
]);
