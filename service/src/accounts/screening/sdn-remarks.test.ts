import { describe, expect, test } from "vitest";
import { parseSdnRemarks } from "./sdn-remarks.ts";

describe("birth dates are as precise as in the list", () => {
  test.each([
    ["DOB 12 Mar 1960", "1960-03-12", "1960-03-12", false],
    ["DOB 2 Mar 1960", "1960-03-02", "1960-03-02", false],
    ["DOB Feb 1960", "1960-02-01", "1960-02-29", false],
    ["DOB 1960", "1960-01-01", "1960-12-31", false],
    ["DOB circa 1960", "1960-01-01", "1960-12-31", true],
    ["DOB 1958 to 1960", "1958-01-01", "1960-12-31", false],
    ["DOB circa 1958 to 1960", "1958-01-01", "1960-12-31", true],
    ["DOB 12 Mar 1960 to Apr 1961", "1960-03-12", "1961-04-30", false],
    ["alt. DOB 25 Dec 1954", "1954-12-25", "1954-12-25", false],
  ])("%s", (remark, from, to, isCirca) => {
    const text = remark.replace(/^(?:alt\. )?DOB /, "");
    expect(parseSdnRemarks(`POB Zarvia; ${remark}; Gender Male.`).birthDates).toEqual([
      { text, from, to, isCirca },
    ]);
  });

  test.each([
    "DOB 30 Feb 1981",
    "DOB 12 Mrz 1960",
    "DOB unknown",
    "DOB 1960 to 1958",
    "DOB 0 Mar 1960",
    "DOBERMAN 1960",
  ])("%s is unreadable and skipped", (remark) => {
    expect(parseSdnRemarks(remark).birthDates).toEqual([]);
  });
});

test("all alternatives are read", () => {
  const { birthDates } = parseSdnRemarks("DOB 04 Apr 1957; alt. DOB 25 Dec 1954; alt. DOB 1955.");
  expect(birthDates.map(({ text }) => text)).toEqual(["04 Apr 1957", "25 Dec 1954", "1955"]);
});

test("weak aliases are in quotation marks; other mentions are not aliases", () => {
  const remarks = "a.k.a. 'EL TORDO'; a.k.a. \"TIO QUINO\"; Linked To: a.k.a. 'NEMO' LLC; f.k.a. 'OLD'.";
  expect(parseSdnRemarks(remarks).weakAliases).toEqual(["EL TORDO", "TIO QUINO"]);
});

test("chain addresses are read with their currency", () => {
  const remarks =
    "Digital Currency Address - XBT bc1qflorinexamplexxxxxxxxxxxxxxxxxxxxxxxx0001; alt. Digital Currency Address - " +
    "ETH 0x00000000000000000000000000000000F1021A01; Digital Currency Address - ; Email Address a@example.com.";
  expect(parseSdnRemarks(remarks).chainAddresses).toEqual([
    { currency: "XBT", address: "bc1qflorinexamplexxxxxxxxxxxxxxxxxxxxxxxx0001" },
    { currency: "ETH", address: "0x00000000000000000000000000000000F1021A01" },
  ]);
});

test("remarks without relevant facts give nothing", () => {
  expect(parseSdnRemarks("")).toEqual({ birthDates: [], weakAliases: [], chainAddresses: [] });
});
