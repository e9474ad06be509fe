import { describe, expect, test } from "vitest";
import { euXml, ofacXml, unXml } from "../../../test/list-xml-files.ts";
import { readEuXml } from "./eu-xml.ts";
import { maxXmlBytes, rootNameOf } from "./list-xml.ts";
import { readOfacXml } from "./ofac-xml.ts";
import { SanctionsListError } from "./sanctions-list.ts";
import { readUnXml } from "./un-xml.ts";

test("OFAC's format: names, aliases, birth dates, chain addresses", async () => {
  const { publishedAt, entries } = await readOfacXml("sdn.xml", Buffer.from(ofacXml));
  expect(publishedAt).toBe("2026-11-13");
  expect(entries).toEqual([
    {
      uid: "7001",
      type: "individual",
      program: "ZARVIA-EO10001, CYBER2",
      names: [
        { type: "primary", text: "HALVORSEN, Leif Magnus" },
        { type: "aka", text: "HALVARSEN, Leif" },
        { type: "fka", text: "LINDGAARD, Leif" },
        { type: "weak_aka", text: "THE PILOT" },
      ],
      birthDates: [
        { text: "04 May 1961", from: "1961-05-04", to: "1961-05-04", isCirca: false },
        { text: "circa 1960", from: "1960-01-01", to: "1960-12-31", isCirca: true },
      ],
      chainAddresses: [{ currency: "ETH", address: "0x00000000000000000000000000000000F1021B01" }],
    },
    {
      uid: "7002",
      type: "entity",
      program: "ZARVIA-EO10001",
      names: [{ type: "primary", text: "FJORDLINE & SÖNS FREIGHT" }],
      birthDates: [],
      chainAddresses: [],
    },
  ]);
});

test("the UN's format: names in parts, qualities, kinds of dates", async () => {
  const { publishedAt, entries } = await readUnXml("un.xml", Buffer.from(unXml));
  expect(publishedAt).toBe("2026-11-12");
  expect(entries).toEqual([
    {
      uid: "UN-6900001",
      type: "individual",
      program: "Norland",
      names: [
        { type: "primary", text: "OUSMANE DIOMBERA KEITANE" },
        { type: "aka", text: "Usman Diombera" },
        { type: "aka", text: "U. D. Keitane" },
        { type: "weak_aka", text: "The Cartographer" },
      ],
      birthDates: [
        { text: "1971-02-03", from: "1971-02-03", to: "1971-02-03", isCirca: false },
        { text: "circa 1970", from: "1970-01-01", to: "1970-12-31", isCirca: true },
        { text: "1968 to 1972", from: "1968-01-01", to: "1972-12-31", isCirca: false },
      ],
      chainAddresses: [],
    },
    {
      uid: "UN-6900002",
      type: "entity",
      program: "Norland",
      names: [
        { type: "primary", text: "KEITANE MINERALS" },
        { type: "fka", text: "Diombera Ores" },
      ],
      birthDates: [],
      chainAddresses: [],
    },
  ]);
});

test("the EU's format: strong and weak names, programmes, kinds of dates", async () => {
  const { publishedAt, entries } = await readEuXml("eu.xml", Buffer.from(euXml));
  expect(publishedAt).toBe("2026-11-10");
  expect(entries[0]).toEqual({
    uid: "EU-901",
    type: "individual",
    program: "ZARV",
    names: [
      { type: "primary", text: "Bogomil Radanowski" },
      { type: "weak_aka", text: "The Locksmith" },
      { type: "aka", text: "Богомил Радановский" },
    ],
    birthDates: [
      { text: "1966-09-17", from: "1966-09-17", to: "1966-09-17", isCirca: false },
      { text: "circa 1965", from: "1965-01-01", to: "1965-12-31", isCirca: true },
      { text: "1964 to 1968", from: "1964-01-01", to: "1968-12-31", isCirca: false },
    ],
    chainAddresses: [],
  });
  expect(entries[1]).toMatchObject({ type: "entity", names: [{ text: "Radanowski Optički Kombinat" }] });
});

describe("a malformed file is refused with its line", () => {
  const cases: readonly (readonly [string, typeof readOfacXml, string, string])[] = [
    [
      "a wrong count",
      readOfacXml,
      ofacXml.replace("<Record_Count>2", "<Record_Count>3"),
      "line 3: Record_Count is 3, but the file has 2 entries",
    ],
    ["a truncated file", readOfacXml, ofacXml.slice(0, -120), "the XML is not well-formed"],
    [
      "an entry that is not well-formed",
      readOfacXml,
      ofacXml.replace("</title>", ""),
      "line 30: the XML is not well-formed",
    ],
    [
      "an unknown type",
      readOfacXml,
      ofacXml.replace(">Entity<", ">Balloon<"),
      'line 31: has an unknown type "Balloon"',
    ],
    [
      "an unknown alias type",
      readOfacXml,
      ofacXml.replace(">f.k.a.<", ">b.k.a.<"),
      'line 23: has an unknown type "b.k.a."',
    ],
    [
      "an unknown element",
      readOfacXml,
      ofacXml.replaceAll("title>", "nickname>"),
      "line 11: <nickname> is not known in <sdnEntry>",
    ],
    [
      "no name",
      readOfacXml,
      ofacXml.replace("FJORDLINE &amp; S&#214;NS FREIGHT", ""),
      "line 31: <sdnEntry> has no name",
    ],
    [
      "a number that is none",
      readOfacXml,
      ofacXml.replace(">7002<", ">x<"),
      "line 31: <uid> is not an entry number",
    ],
    [
      "an impossible publication date",
      readOfacXml,
      ofacXml.replace("11/13/2026", "Friday"),
      "line 3: Publish_Date is not a date",
    ],
    [
      "DOCTYPE",
      readOfacXml,
      ofacXml.replace("<sdnList", "<!DOCTYPE x>\n<sdnList"),
      "line 2: DOCTYPE is not allowed",
    ],
    [
      "an undefined entity",
      readOfacXml,
      ofacXml.replace("&amp;", "&zarvia;"),
      "line 33: the XML is not well-formed",
    ],
    [
      "an unknown quality",
      readUnXml,
      unXml.replace(">Low<", ">Bad<"),
      'line 14: has an unknown quality "Bad"',
    ],
    [
      "a missing section",
      readUnXml,
      unXml.replaceAll("ENTITIES", "ENTITYS"),
      "line 2: <CONSOLIDATED_LIST> must have one <ENTITIES>",
    ],
    ["no id", readUnXml, unXml.replace("<DATAID>6900002</DATAID>", ""), "line 23: <ENTITY> has no <DATAID>"],
    [
      "an unknown classification",
      readEuXml,
      euXml.replace('classificationCode="E"', 'classificationCode="X"'),
      'line 17: has an unknown classification code "X"',
    ],
    [
      "no name alias",
      readEuXml,
      euXml.replace(/<nameAlias wholeName="Radanowski Opti.*/, ""),
      "line 15: <sanctionEntity> has no <nameAlias>",
    ],
    [
      "neither strong nor weak",
      readEuXml,
      euXml.replace('strong="false"', 'strong="maybe"'),
      'line 8: strong must be true or false, not "maybe"',
    ],
    [
      "an overlong name",
      readEuXml,
      euXml.replace("The Locksmith", "L".repeat(1_001)),
      "line 8: has a name of more than 1000 characters",
    ],
  ];
  test.each(cases)("%s", async (_, read, text, message) => {
    const reading = read("list.xml", Buffer.from(text));
    await expect(reading).rejects.toThrow(SanctionsListError);
    await expect(reading).rejects.toThrow(message);
  });

  test("another encoding, and an oversized file", async () => {
    const latin1 = Buffer.from(euXml.replace("Invented", "Núñez"), "latin1");
    await expect(readEuXml("eu.xml", latin1)).rejects.toThrow("eu.xml is not UTF-8");
    const huge = { byteLength: maxXmlBytes + 1 } as Uint8Array;
    await expect(readEuXml("eu.xml", huge)).rejects.toThrow("eu.xml is larger than");
  });
});

test("the root element is found behind a declaration and comments", () => {
  expect([ofacXml, unXml, euXml].map((text) => rootNameOf(Buffer.from(text)))).toEqual([
    "sdnList",
    "CONSOLIDATED_LIST",
    "export",
  ]);
  expect(rootNameOf(Buffer.from("\ufeff<!-- list --><export/>"))).toBe("export");
  expect(rootNameOf(Buffer.from("uid,name"))).toBeUndefined();
});
