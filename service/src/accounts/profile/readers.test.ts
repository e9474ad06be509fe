import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import { ageAt, readBirthDate } from "./birth-date.ts";
import { percentagePattern, readOwnership, wholePpm } from "./ownership.ts";
import { readPhoneNumber } from "./phone-number.ts";
import { readPlainText } from "./plain-text.ts";
import { readNineDigits } from "./read-profile.ts";
import { readState, stateCodes } from "./us-state.ts";
import { isValidationIssue, type ValidationIssue } from "./validation-issue.ts";
import { readEmail, readWebsite } from "./web-address.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));
const readDate = (text: string) => readBirthDate(text, now);

const readers: readonly [string, (text: string) => string | ValidationIssue][] = [
  ["plain text", readPlainText],
  ["nine digits", readNineDigits],
  ["a state", readState],
  ["a phone number", readPhoneNumber],
  ["a website", readWebsite],
  ["an email address", readEmail],
  ["a birth date", readDate],
];

describe.each(readers)("%s", (_name, read) => {
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.domain(),
    fc.webUrl(),
    fc.emailAddress(),
    fc.stringMatching(/^[-+0-9 ().]{0,20}$/),
    fc.constantFrom(...stateCodes),
  );

  test("any input is read or reported as invalid, and never throws", () => {
    fc.assert(
      fc.property(anything, (text) => typeof read(text) === "string" || isValidationIssue(read(text))),
    );
  });

  test("reading is idempotent", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const value = read(text);
        if (typeof value === "string") expect(read(value)).toBe(value);
      }),
    );
  });

  test("a validation issue does not contain the value", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9#]{6,30}$/), (text) => {
        const value = read(text);
        if (isValidationIssue(value)) expect(value.detail).not.toContain(text);
      }),
    );
  });
});

describe("an EIN or SSN", () => {
  test("dashes are ignored", () => {
    const digits = fc.stringMatching(/^[0-9]{9}$/);
    const places = fc.array(fc.nat(9), { maxLength: 5 });
    fc.assert(
      fc.property(digits, places, (number, dashes) => {
        const dashed = dashes.reduce((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, number);
        expect(readNineDigits(dashed)).toBe(number);
      }),
    );
  });

  test.each(["12345678", "1234567890", "12345678a", "12 3456789", "١٢٣٤٥٦٧٨٩", "", "---------"])(
    "%j is refused",
    (text) => expect(isValidationIssue(readNineDigits(text))).toBe(true),
  );
});

describe("a state", () => {
  test("there are 50 states, the District of Columbia and six territories", () => {
    expect(stateCodes).toHaveLength(57);
  });

  test.each([
    ["CA", "CA"],
    ["ca", "CA"],
    ["california", "CA"],
    ["NEW  YORK", "NY"],
    ["D.C.", "DC"],
    ["District of Columbia", "DC"],
    ["Puerto Rico", "PR"],
    ["U.S. Virgin Islands", "VI"],
    ["guam", "GU"],
  ])("%j is %s", (text, code) => expect(readState(text)).toBe(code));

  test.each(["ZZ", "Ontario", "XX", "Cali", "", "California USA", "AE"])("%j is refused", (text) =>
    expect(isValidationIssue(readState(text))).toBe(true),
  );
});

describe("a phone number", () => {
  test.each([
    "2175550123",
    "217-555-0123",
    "(217) 555-0123",
    "+1 217 555 0123",
    "1-217-555-0123",
    " 2175550123 ",
  ])("%j is kept as E.164", (text) => expect(readPhoneNumber(text)).toBe("+12175550123"));

  test("a number of another country keeps its country code", () => {
    expect(readPhoneNumber("+44 20 7946 0958")).toBe("+442079460958");
  });

  test.each(["555", "call 2175550123", "2175550123 ext. 5", "+", "21755501234567890", "phone", "217555012O"])(
    "%j is refused",
    (text) => expect(isValidationIssue(readPhoneNumber(text))).toBe(true),
  );
});

describe("a website", () => {
  test.each([
    ["acme.example", "https://acme.example/"],
    ["ACME.Example", "https://acme.example/"],
    ["www.acme.example/about", "https://www.acme.example/about"],
    ["http://acme.example", "http://acme.example/"],
    ["https://acme.example:8443/a?b=c", "https://acme.example:8443/a?b=c"],
    ["bücher.example", "https://xn--bcher-kva.example/"],
  ])("%j is kept as %s", (text, address) => expect(readWebsite(text)).toBe(address));

  test.each([
    "acme",
    "http://localhost",
    "https://127.0.0.1",
    "https://[::1]",
    "ftp://acme.example",
    "javascript:alert(1)",
    "https://user:secret@acme.example",
    "mail@acme.example",
    "acme .example",
    "-acme.example",
    "acme..example",
    "https://",
    "0x7f.1",
  ])("%j is refused", (text) => expect(isValidationIssue(readWebsite(text))).toBe(true));

  test("a website is never an IP address", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV4Extended()), (ip) => {
        expect(isValidationIssue(readWebsite(ip))).toBe(true);
      }),
    );
  });
});

describe("an email address", () => {
  test.each([
    ["jane@acme.example", "jane@acme.example"],
    ["Jane.Doe+tag@Acme.Example", "Jane.Doe+tag@acme.example"],
    ["o'brien@bücher.example", "o'brien@xn--bcher-kva.example"],
  ])("%j is kept as %s", (text, address) => expect(readEmail(text)).toBe(address));

  test.each([
    "jane",
    "@acme.example",
    "jane@acme",
    "jane doe@acme.example",
    ".j@acme.example",
    "j.@acme.example",
  ])("%j is refused", (text) => expect(isValidationIssue(readEmail(text))).toBe(true));

  test("an address has at most 254 characters", () => {
    const domain = `${"a".repeat(61)}.${"b".repeat(61)}.${"c".repeat(61)}.example`;
    const local = "x".repeat(254 - 1 - domain.length);
    expect(readEmail(`${local}@${domain}`)).toBe(`${local}@${domain}`);
    expect(isValidationIssue(readEmail(`${local}x@${domain}`))).toBe(true);
  });

  test.each([
    "j..d@acme.example",
    "jane@127.0.0.1",
    "jane@[127.0.0.1]",
    "a@b@acme.example",
    "jane@acme.example\n.x",
  ])("%j is refused too", (text) => expect(isValidationIssue(readEmail(text))).toBe(true));
});

describe("a birth date", () => {
  test.each(["2008-11-15", "1980-02-29", "1900-01-01"])("%s is an adult's birth date", (text) =>
    expect(readDate(text)).toBe(text),
  );

  test.each([
    "2008-11-16",
    "2026-11-15",
    "2030-01-01",
    "1981-02-29",
    "1980-13-01",
    "1980-2-9",
    "29.02.1980",
    "1980-02-29T00:00:00Z",
  ])("%j is refused", (text) => expect(isValidationIssue(readDate(text))).toBe(true));

  test("an individual born on 29 February comes of age on 1 March", () => {
    const at = (month: number, day: number) => instantFromMs(Date.UTC(2026, month - 1, day));
    expect(isValidationIssue(readBirthDate("2008-02-29", at(2, 28)))).toBe(true);
    expect(readBirthDate("2008-02-29", at(3, 1))).toBe("2008-02-29");
    expect(ageAt("2008-02-29", at(3, 1))).toBe(18);
  });
});

describe("an ownership percentage", () => {
  test.each([
    [0, 0],
    [25, 250_000],
    ["25", 250_000],
    ["25.5", 255_000],
    [33.333333333333336, 333_333],
    ["66.66669", 666_666],
    [100, wholePpm],
    ["100.000", wholePpm],
    [1e-7, 0],
    [-0, 0],
    ["-0.0", 0],
  ])("%j is %s parts per million", (percentage, ppm) => expect(readOwnership(percentage)).toBe(ppm));

  test.each([-1, -1e-9, 100.0001, "100.00000000001", 101, 1e21, -1e21, "-0.00001", "999999999999999999"])(
    "%j is refused",
    (percentage) => expect(isValidationIssue(readOwnership(percentage))).toBe(true),
  );

  test("a number and its text are equal, and nothing is rounded up", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (percentage) => {
        const ppm = readOwnership(percentage);
        const text = String(percentage);
        if (new RegExp(percentagePattern).test(text)) expect(readOwnership(text)).toBe(ppm);
        expect(Number.isInteger(ppm)).toBe(true);
        expect(Number(ppm) / 10_000).toBeLessThanOrEqual(percentage + 1e-9);
        expect(Number(ppm) / 10_000).toBeGreaterThan(percentage - 0.0001 - 1e-9);
      }),
    );
  });

  test("equal shares never exceed 100 percent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (owners) => {
        const ppm = readOwnership(100 / owners);
        expect(Number(ppm) * owners).toBeLessThanOrEqual(wholePpm);
      }),
    );
  });
});

describe("plain text", () => {
  test.each([
    ["  Acme  ", "Acme"],
    ["Cafe\u0301", "Café"],
    ["株式会社", "株式会社"],
    ["نمی\u200cخواهم", "نمی\u200cخواهم"],
    ["क्\u200dष", "क्\u200dष"],
    ["\u{1F600}".repeat(255), "\u{1F600}".repeat(255)],
  ])("%j is kept as %j", (text, kept) => expect(readPlainText(text)).toBe(kept));

  test.each(["", "   ", "a\u0000b", "a\nb", "a\u007Fb", "\ud800", "a\u202Eb", "a\u2028b", "\u2066"])(
    "%j is refused",
    (text) => expect(isValidationIssue(readPlainText(text))).toBe(true),
  );

  test.each([
    "a\u200Bb",
    "a\u00ADb",
    "a\u2060b",
    "a\uFEFFb",
    "a\u{E0041}b",
    "\u3164",
    "a\u200D",
    "\u200Ca",
    "a \u200D b",
    "a\u200D\u200Db",
  ])("%j contains an invisible character and is refused", (text) => {
    expect(isValidationIssue(readPlainText(text))).toBe(true);
  });

  test("the length limit applies to the composed text", () => {
    expect(isValidationIssue(readPlainText("\u0958".repeat(128)))).toBe(true);
    expect(readPlainText("e\u0301".repeat(255))).toBe("é".repeat(255));
    expect(isValidationIssue(readPlainText("x".repeat(256)))).toBe(true);
  });
});
