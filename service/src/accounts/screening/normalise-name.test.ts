import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NameKind } from "./name-kind.ts";
import { distinctiveWords, inSpokenOrder, normaliseName } from "./normalise-name.ts";
import { romanise } from "./romanise.ts";

const text = (name: string, kind: NameKind): string =>
  normaliseName(name, kind)
    .words.map((word) => word.text)
    .join(" ");

describe("equivalent names", () => {
  test.each<[NameKind, string, string]>([
    ["individual", "José Núñez", "NUNEZ JOSE"],
    ["individual", "O’Brien, Seán", "OBRIEN SEAN"],
    ["individual", "Dr. Anna Weiß", "ANNA WEISS"],
    ["individual", "ANNA WEIẞ", "ANNA WEISS"],
    ["individual", "O\u02bcBrien Kalani\u02bbopu\u02bbu", "OBRIEN KALANIOPUU"],
    ["individual", "Zar\u200bnov\u00adsky Viktor", "ZARNOVSKY VIKTOR"],
    ["individual", "Łukasz Żółć", "LUKASZ ZOLC"],
    ["individual", "Дмитрий Волков", "DMITRIY VOLKOV"],
    ["individual", "Щербаков Юрий", "SHCHERBAKOV YURIY"],
    ["individual", "Єгор Їжакевич", "YEGOR YIZHAKEVICH"],
    ["individual", "Γιώργος Παπαδόπουλος", "GIORGOS PAPADOPOULOS"],
    ["individual", "Abd al-Rahman Qasim", "ABDUL RAHMAN KASSEM"],
    ["individual", "Abdel-Rahman Qasim", "Abdulrahman Qasim"],
    ["individual", "Abd ar-Rahman Qasim", "Abdulrahman Qasim"],
    ["individual", "Mohammed el-Masri Karam", "Muhammad Masri Karam"],
    ["individual", "Ludwig van der Berg", "BERG LUDWIG"],
    ["individual", "John Smith Jr.", "John Smith III"],
    ["individual", "ＪＯＨＮ ＳＭＩＴＨ", "john smith"],
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
    ["a word of another script next to Latin ones", "Golden 银行 Trading"],
    ["a homoglyph of another script", "Viktor Z\u0430rnovsky"],
    ["no words", "— !! —"],
    ["only initials", "J. R."],
    ["too many words", "word ".repeat(41)],
    ["nothing", ""],
  ])("%s", (_, name) => {
    expect(normaliseName(name, "individual").isReadable).toBe(false);
  });

  test.each<[NameKind, string]>([
    ["individual", "V1ktor Zarnovsky"],
    ["individual", "Viktor Zarnovsky 3"],
    ["individual", "Vi🅚tor Zarnovsky"],
    ["individual", "Vi*tor Zarnovsky"],
    ["individual", "Viktor @arnovsky"],
    ["individual", "Viktor (Zarnovsky)"],
    ["business", "Qu0rvax Maritime"],
    ["business", "Quorvax Mar1t1me"],
    ["business", "0rion Maritime"],
    ["business", "Quorvax Internationa1"],
    ["business", "Quorvax ½ Mari٣time"],
    ["business", "Qu🅞rvax Maritime"],
    ["business", "Quorva✗ Maritime"],
    ["business", "Quorvax $teel"],
    ["business", "Qu@rvax Maritime"],
  ])("%s: signs in place of letters, as in %s", (kind, name) => {
    expect(normaliseName(name, kind).isReadable).toBe(false);
  });

  test.each<[NameKind, string]>([
    ["individual", "Dr. José-Luis O’Brien, Jr."],
    ["individual", "Jean‑Marie d'Arc"],
    ["individual", "Łukasz Z\u030cO\u0301lc"],
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

  test("a name that consists only of a legal form is still a name", () => {
    expect(normaliseName("The Limited Company", "business")).toMatchObject({ isReadable: true });
  });
});

test("the list has the family name first", () => {
  expect(inSpokenOrder("VOLKOV, Dmitri Pavlovich")).toBe("Dmitri Pavlovich VOLKOV");
  expect(inSpokenOrder("MARLIN")).toBe("MARLIN");
});

const kind = fc.constantFrom<NameKind>("individual", "business");
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

test("normalization is idempotent", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), kind, (words, as) => {
      const once = distinctiveWords(words, as);
      expect(distinctiveWords(once, as)).toEqual(once);
      expect(once.map((text) => romanise(text))).toEqual(once);
    }),
    { numRuns: 5_000 },
  );
});

test("word order does not matter, unless a word joins the next one", () => {
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

test("case, accents and spaces do not matter", () => {
  fc.assert(
    fc.property(name, kind, (raw, as) => {
      const plain = normaliseName(raw.normalize("NFKC"), as);
      expect(normaliseName(`  ${raw.normalize("NFKC").toUpperCase().replaceAll(" ", "   ")} `, as)).toEqual(
        plain,
      );
    }),
  );
});

test("any text gives a bounded list of words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), kind, (raw, as) => {
      const { words } = normaliseName(raw, as);
      expect(words.length).toBeLessThanOrEqual(40);
      for (const word of words) expect(word.text).toMatch(/^[\p{L}\p{N}]+$/u);
    }),
  );
});
