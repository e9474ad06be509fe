import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NameKind } from "./name-kind.ts";
import { inSpokenOrder, normaliseName, tellingWords } from "./normalise-name.ts";
import { romanise } from "./romanise.ts";

const text = (name: string, kind: NameKind): string =>
  normaliseName(name, kind)
    .words.map((word) => word.text)
    .join(" ");

describe("names that are the same", () => {
  test.each<[NameKind, string, string]>([
    ["person", "José Núñez", "NUNEZ JOSE"],
    ["person", "O’Brien, Seán", "OBRIEN SEAN"],
    ["person", "Dr. Anna Weiß", "ANNA WEISS"],
    ["person", "ANNA WEIẞ", "ANNA WEISS"],
    ["person", "O\u02bcBrien Kalani\u02bbopu\u02bbu", "OBRIEN KALANIOPUU"],
    ["person", "Zar\u200bnov\u00adsky Viktor", "ZARNOVSKY VIKTOR"],
    ["person", "Łukasz Żółć", "LUKASZ ZOLC"],
    ["person", "Дмитрий Волков", "DMITRIY VOLKOV"],
    ["person", "Щербаков Юрий", "SHCHERBAKOV YURIY"],
    ["person", "Єгор Їжакевич", "YEGOR YIZHAKEVICH"],
    ["person", "Γιώργος Παπαδόπουλος", "GIORGOS PAPADOPOULOS"],
    ["person", "Abd al-Rahman Qasim", "ABDUL RAHMAN KASSEM"],
    ["person", "Abdel-Rahman Qasim", "Abdulrahman Qasim"],
    ["person", "Abd ar-Rahman Qasim", "Abdulrahman Qasim"],
    ["person", "Mohammed el-Masri Karam", "Muhammad Masri Karam"],
    ["person", "Ludwig van der Berg", "BERG LUDWIG"],
    ["person", "John Smith Jr.", "John Smith III"],
    ["person", "ＪＯＨＮ ＳＭＩＴＨ", "john smith"],
    ["business", "Northwind Traders, L.L.C.", "NORTHWIND TRADERS"],
    ["business", "Northwind Traders S. A. de C. V.", "Northwind Traders Inc"],
    ["business", "OOO «Ромашка Трейд»", "ROMASHKA TREYD"],
    ["business", "Smith & Sons GmbH", "SMITH AND SONS"],
    ["business", "J. P. Harper Co.", "JP Harper"],
    ["business", "The Harbour Bank of Zarvia", "HARBOUR BANK ZARVIA"],
  ])("%s: %s is %s", (kind, left, right) => {
    expect(text(left, kind)).toBe(text(right, kind));
  });
});

describe("names that cannot be compared", () => {
  test.each([
    ["another script", "محمد علي"],
    ["a word of another script beside Latin ones", "Golden 银行 Trading"],
    ["a word with a letter of another script that only looks right", "Viktor Z\u0430rnovsky"],
    ["no word at all", "— !! —"],
    ["initials alone", "J. R."],
    ["far too many words", "word ".repeat(41)],
    ["nothing", ""],
  ])("%s", (_, name) => {
    expect(normaliseName(name, "person").isReadable).toBe(false);
  });

  test.each<[NameKind, string]>([
    ["person", "V1ktor Zarnovsky"],
    ["person", "Viktor Zarnovsky 3"],
    ["person", "Vi🅚tor Zarnovsky"],
    ["person", "Vi*tor Zarnovsky"],
    ["person", "Viktor @arnovsky"],
    ["person", "Viktor (Zarnovsky)"],
    ["business", "Qu0rvax Maritime"],
    ["business", "Quorvax Mar1t1me"],
    ["business", "0rion Maritime"],
    ["business", "Quorvax Internationa1"],
    ["business", "Quorvax ½ Mari٣time"],
    ["business", "Qu🅞rvax Maritime"],
    ["business", "Quorva✗ Maritime"],
    ["business", "Quorvax $teel"],
    ["business", "Qu@rvax Maritime"],
  ])("%s: signs in the place of letters, as in %s", (kind, name) => {
    expect(normaliseName(name, kind).isReadable).toBe(false);
  });

  test.each<[NameKind, string]>([
    ["person", "Dr. José-Luis O’Brien, Jr."],
    ["person", "Jean‑Marie d'Arc"],
    ["person", "Łukasz Z\u030cO\u0301lc"],
    ["business", "3M Company"],
    ["business", "B2B Trading, Inc."],
    ["business", "Studio54"],
    ["business", "24Seven Logistics"],
    ["business", "Bureau 4471"],
    ["business", "Smith + Sons & Co. (US$) [No. 7]"],
    ["business", "The 1st Bank / Zarvia"],
  ])("%s: %s can be compared", (kind, name) => {
    expect(normaliseName(name, kind).isReadable).toBe(true);
  });

  test("a name of a legal form alone is still a name", () => {
    expect(normaliseName("The Limited Company", "business")).toMatchObject({ isReadable: true });
  });
});

test("the list writes the family name first", () => {
  expect(inSpokenOrder("VOLKOV, Dmitri Pavlovich")).toBe("Dmitri Pavlovich VOLKOV");
  expect(inSpokenOrder("MARLIN")).toBe("MARLIN");
});

const kind = fc.constantFrom<NameKind>("person", "business");
const piece = fc.oneof(
  fc.constantFrom(..."A B J L.L.C. LLC CO ABD ABDEL AL RAHMAN DU DR MR THE & OF 7 ORION МИР Δίας".split(" ")),
  fc.string({ unit: fc.constantFrom(...Array.from("abéßЖ'-. ,0")), maxLength: 6 }),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const words = "ORION VOLKOV LLC THE DMITRI OF 7SEAS HARBOUR BANK DR".split(" ");
const word = fc.constantFrom(
  ..."A B C J LLC LC O CO ABD ABDEL ABDUL AL RAHMAN DU DR MR THE AND OF 7 ORION MOHAMED ABDALLAH EL".split(
    " ",
  ),
);
const name = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(" "));

test("what was normalised once stays as it is", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), kind, (words, as) => {
      const once = tellingWords(words, as);
      expect(tellingWords(once, as)).toEqual(once);
      expect(once.map((text) => romanise(text))).toEqual(once);
    }),
    { numRuns: 5_000 },
  );
});

test("the order of the words does not matter, where none takes up the next", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(words, { minLength: 2 }),
      fc.shuffledSubarray(words),
      kind,
      (some, other, as) => {
        const again = [...some].sort((left, right) => other.indexOf(left) - other.indexOf(right));
        expect(text(again.join(" "), as)).toBe(text(some.join(" "), as));
      },
    ),
  );
});

test("case, accents and spaces never matter", () => {
  fc.assert(
    fc.property(name, kind, (raw, as) => {
      const plain = normaliseName(raw.normalize("NFKC"), as);
      expect(normaliseName(`  ${raw.normalize("NFKC").toUpperCase().replaceAll(" ", "   ")} `, as)).toEqual(
        plain,
      );
    }),
  );
});

test("any text at all gives a bounded list of words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), kind, (raw, as) => {
      const { words } = normaliseName(raw, as);
      expect(words.length).toBeLessThanOrEqual(40);
      for (const word of words) expect(word.text).toMatch(/^[\p{L}\p{N}]+$/u);
    }),
  );
});
