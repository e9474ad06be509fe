import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  falseAlarms,
  falseMatches,
  knownMisses,
  type MatchCase,
  type MatchChapter,
  trueMatches,
} from "../../../test/screening-matches.ts";
import { readSdnFixture } from "../../../test/sdn-fixture.ts";
import { readConfig } from "../../config.ts";
import { prepareList } from "./prepared-list.ts";
import { screenSubject } from "./screen-subject.ts";
import type { Hit } from "./screening.ts";

const page = join(import.meta.dirname, "../../../../docs/operations/sanctions-screening.md");

interface Row {
  readonly chapter: string;
  readonly subject: string;
  readonly sanctioned: string;
  readonly score: number;
  readonly remark: string;
}

const list = await readSdnFixture();
const prepared = await prepareList(list);
const { threshold } = readConfig({}).sanctions;
const isHit = ({ score }: Row): boolean => score >= threshold;

test("matching names are found", () => {
  expect(rowsOf(trueMatches).filter((row) => !isHit(row))).toEqual([]);
});

test("different names are not found", () => {
  expect(rowsOf(falseMatches).filter(isHit)).toEqual([]);
});

test("known false positives and known misses are as documented", () => {
  expect(rowsOf(falseAlarms).filter((row) => !isHit(row))).toEqual([]);
  expect(rowsOf(knownMisses).filter(isHit)).toEqual([]);
});

test("the table of matches and the operations page show computed values", async () => {
  const tables = [
    `### Must be a hit\n\n${tableText(rowsOf(trueMatches))}`,
    `### Must not be a hit\n\n${tableText(rowsOf(falseMatches))}`,
    `### Known false alarms\n\n${tableText(rowsOf(falseAlarms))}`,
    `### Known misses\n\n${tableText(rowsOf(knownMisses))}`,
  ].join("\n\n");
  await expect(`${tables}\n`).toMatchFileSnapshot("./matches.table.md");
  expect(await readFile(page, "utf8")).toContain(tables);
});

function rowsOf(chapters: readonly MatchChapter[]): readonly Row[] {
  return chapters.flatMap(({ title, cases }) => cases.map((one) => ({ chapter: title, ...evaluate(one) })));
}

/** With the lowest threshold, so that names below the real one have a score, too. */
function evaluate({ uid, ...subject }: MatchCase): Omit<Row, "chapter"> {
  const entry = list.entries.find((one) => one.uid === uid);
  const { hits } = screenSubject({ label: "subject", names: [subject.name], ...subject }, prepared, 1);
  const hit = hits.find((one) => one.uid === uid);
  return {
    subject: subject.birthDate === undefined ? subject.name : `${subject.name}, born ${subject.birthDate}`,
    sanctioned: hit?.sanctionedName ?? entry?.names[0]?.text ?? "",
    score: hit?.score ?? 0,
    remark: remarkOn(hit),
  };
}

function remarkOn(hit: Hit | undefined): string {
  if (hit?.explanation.basis !== "name") return "";
  const { birthDate, nameScore } = hit.explanation;
  if (birthDate.effect === "not_compared") return hit.nameType === "primary" ? "" : hit.nameType;
  const date = `birth date ${birthDate.effect.replace("_", " ")} (on the list: ${birthDate.sanctioned.join(" or ")})`;
  return `name ${nameScore}; ${date}`;
}

const headings = ["What it shows", "Subject", "Sanctions list entry", "Score", "Remark"];

function tableText(rows: readonly Row[]): string {
  const cells = rows.map(({ chapter, subject, sanctioned, score, remark }) => [
    chapter,
    subject,
    sanctioned,
    String(score),
    remark,
  ]);
  const widths = headings.map((heading, at) =>
    Math.max(...[headings, ...cells].map((row) => lengthOf(row[at] ?? heading))),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at === 3 ? padStart(cell, widths[at] ?? 0) : padEnd(cell, widths[at] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 3 ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [line(headings), rule, ...cells.map(line)].join("\n");
}

function padEnd(text: string, width: number): string {
  return text + " ".repeat(width - lengthOf(text));
}

function padStart(text: string, width: number): string {
  return " ".repeat(width - lengthOf(text)) + text;
}

/** Width in columns: a Chinese character takes two. */
function lengthOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0);
}
