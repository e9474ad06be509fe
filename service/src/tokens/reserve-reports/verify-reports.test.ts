import { expect, test } from "vitest";
import { exampleFacts, reportFiles, reportSeed } from "../../../test/reserve-reports.ts";
import { publicKeyOfSeed } from "../../kernel/signed-json.ts";
import { buildReport } from "./build-report.ts";
import { endOf, isMonth, lastMonth } from "./month.ts";
import { documentOf } from "./report.ts";
import { verifyReports } from "./verify-reports.ts";

const key = publicKeyOfSeed(reportSeed);
const months = ["2026-09", "2026-10", "2026-11"];

test("the report of the same facts and key is always the same text", async () => {
  const report = buildReport(reportSeed, exampleFacts(), { month: "2026-10", number: 1, previous: null });
  await expect(documentOf(report)).toMatchFileSnapshot("golden/florin-reserve-report-1.txt");
});

test("a report states every difference, explained or not, and its parts add up", () => {
  const { supply, reserve, differences } = buildReport(reportSeed, exampleFacts(), {
    month: "2026-10",
    number: 1,
    previous: null,
  });
  expect(supply).toMatchObject({ chain_supply: "1025.00", ledger_supply: "1000.00", in_transit: "0.00" });
  expect(reserve).toMatchObject({
    gross: "1000.00",
    claims: "40.00",
    net: "960.00",
    difference: "0.00",
    difference_net: "-40.00",
  });
  expect(reserve.composition.map(({ type, amount }) => [type, amount])).toEqual([
    ["cash_at_bank", "960.00"],
    ["claims", "40.00"],
  ]);
  expect(differences).toEqual([
    {
      subject: "chain_supply",
      transfer_type: "base",
      amount: "50.00",
      cause: "in_flight",
      is_explained: true,
    },
    {
      subject: "chain_supply",
      transfer_type: "solana",
      amount: "-25.00",
      cause: "burned_outside",
      is_explained: false,
    },
    { subject: "reserve", transfer_type: null, amount: "-40.00", cause: "claims", is_explained: true },
  ]);
});

test("a reserve that differs from the supply is stated as unexplained", () => {
  const facts = exampleFacts({ chains: [], ledgerUnits: 1_002_500_000n });
  const report = buildReport(reportSeed, facts, { month: "2026-10", number: 1, previous: null });
  expect(report.differences).toContainEqual({
    subject: "reserve",
    transfer_type: null,
    amount: "-2.50",
    cause: "unknown",
    is_explained: false,
  });
});

test("consecutive reports are verified, in any order and with a trailing newline", () => {
  const files = reportFiles(months).map(({ name, text }) => ({ name, text: `${text}\n` }));
  const { reports, findings } = verifyReports(files.toReversed(), [key]);
  expect(findings).toEqual([]);
  expect(reports.map(({ report }) => report.month)).toEqual(months);
});

test("a report with any changed byte is refused", () => {
  const [file] = reportFiles(["2026-10"]);
  const bytes = Buffer.from(file?.text ?? "");
  const accepted: number[] = [];
  for (let position = 0; position < bytes.length; position += 1) {
    const changed = Buffer.from(bytes);
    changed[position] = (changed[position] ?? 0) ^ (1 << (position % 7));
    const { findings } = verifyReports([{ name: "x", text: changed.toString() }], undefined);
    if (findings.length === 0) accepted.push(position);
  }
  expect(accepted).toEqual([]);
});

test.each([
  ["without a byte", (text: string) => text.slice(0, -1)],
  ["with white space", (text: string) => text.replace(",", ", ")],
  ["with another member", (text: string) => text.replace("{", '{"audited":true,')],
  ["with a repeated member", (text: string) => text.replace("{", '{"as_of":"2026-11-01T00:00:04.217Z",')],
  ["that is not JSON", () => "a reserve report"],
])("a report %s is refused", (_name, change) => {
  const [file] = reportFiles(["2026-10"]);
  const text = change(file?.text ?? "");
  expect(verifyReports([{ name: "x", text }], [key]).findings).toHaveLength(1);
});

test("a report signed by another key is refused if the key is known", () => {
  const files = reportFiles(months, Buffer.alloc(32, 8));
  expect(verifyReports(files, undefined).findings).toEqual([]);
  const { reports, findings } = verifyReports(files, [key]);
  expect(reports).toEqual([]);
  expect(findings.map(({ detail }) => detail)).toEqual(
    months.map(() => expect.stringContaining("signed by a key that is not trusted")),
  );
});

test("reports before and after a rotation are verified with both keys", () => {
  const [before] = reportFiles(["2026-09"]);
  const [, after] = reportFiles(["2026-09", "2026-10"]);
  const other = Buffer.alloc(32, 8);
  const report = JSON.parse(after?.text ?? "") as ReturnType<typeof buildReport>;
  const { month, number, previous } = report;
  const rotated = documentOf(buildReport(other, exampleFacts(), { month, number, previous }));
  const files = [before ?? { name: "", text: "" }, { name: "2026-10.json", text: rotated }];
  expect(verifyReports(files, [key, publicKeyOfSeed(other)]).findings).toEqual([]);
  expect(verifyReports(files, [key]).findings).toHaveLength(1);
});

test("reports that do not continue each other are refused", () => {
  const [first, second, third] = reportFiles(months);
  const [, , otherThird] = reportFiles(["2026-08", "2026-10", "2026-11"]);
  const found = (...files: readonly (typeof first)[]) =>
    verifyReports(
      files.flatMap((file) => file ?? []),
      [key],
    ).findings.map(({ detail }) => detail);
  expect(found(first, third)).toEqual(["is report 3; report 2 is missing"]);
  expect(found(first, second, otherThird)).toEqual(["does not continue 2026-10.json"]);
  expect(found(second, second)).toEqual(["is report 2, and so is 2026-10.json"]);
  const place = { month: "2026-12", number: 4, previous: { month: "2026-11", digest: "0".repeat(64) } };
  const token = { ...exampleFacts().token, valueType: "XUSD" };
  const foreign = documentOf(buildReport(reportSeed, exampleFacts({ token }), place));
  expect(found(third, { name: "x.json", text: foreign })).toEqual([
    "is of another token than 2026-11.json: XUSD on mainnet",
  ]);
});

test("the last month ends at midnight in UTC", () => {
  const newYear = endOf("2026-12");
  expect(new Date(newYear).toISOString()).toBe("2027-01-01T00:00:00.000Z");
  expect(lastMonth(newYear)).toBe("2026-12");
  expect(["2026-13", "2026-1", "26-10", "2026-10-01"].filter(isMonth)).toEqual([]);
});
