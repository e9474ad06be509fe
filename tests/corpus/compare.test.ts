import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareParts, evaluate, readExpectations } from "./compare.ts";
import { type Json, partOf, readPart, writePart } from "./part.ts";

const transfer = { id: "transfers#1", step: "done", units: "250000000" };
const schema = { type: "object", properties: { amount: { type: "string" } } };
const entries: readonly (readonly [string, string, Json])[] = [
  ["transfers", "accounts#1/transfers#1", transfer],
  ["events", "accounts#1/1", { type: "transfer.created" }],
  ["events", "accounts#1/2", { type: "transfer.completed" }],
  ["public GET /transfers", "operation", { responses: { 200: schema } }],
];
const stored = partOf(entries);

test("what was stored is read, and equal", async () => {
  const folder = await mkdtemp(join(tmpdir(), "florin-corpus-"));
  try {
    await writePart(folder, "tables", stored);
    expect(compareParts("tables", stored, await readPart(folder, "tables"))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a changed column, a missing event and a changed operation are named", () => {
  const planted = partOf([
    ["transfers", "accounts#1/transfers#1", { ...transfer, step: "held" }],
    ["events", "accounts#1/1", { type: "transfer.created" }],
    ["public GET /transfers", "operation", { responses: { 200: { ...schema, type: "array" } } }],
  ]);
  const found = compareParts("tables", stored, planted);
  expect(found.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
    'tables transfers accounts#1/transfers#1 /step: was "done", is "held"',
    'tables events accounts#1/2: is missing: {"type":"transfer.completed"}',
    'tables public GET /transfers operation /responses/200/type: was "object", is "array"',
  ]);
});

test("a new table and a new column are named", () => {
  const planted = partOf([
    ...entries.slice(1),
    ["transfers", "accounts#1/transfers#1", { ...transfer, note: null }],
    ["notes", "notes#1", { text: "new" }],
  ]);
  expect(compareParts("tables", stored, planted).map(({ name }) => name)).toEqual([
    "tables transfers accounts#1/transfers#1 /note",
    "tables notes notes#1",
  ]);
});

test("an expected difference passes, and one that does not occur is reported", () => {
  const expected = readExpectations(
    "# comment\n\ntables transfers * /step: the steps have new names\ntables jobs *: jobs are gone\n",
  );
  const planted = partOf([
    ...entries.slice(1),
    ["transfers", "accounts#1/transfers#1", { ...transfer, step: "held" }],
  ]);
  const { unexpected, unused } = evaluate(compareParts("tables", stored, planted), expected);
  expect(unexpected).toEqual([]);
  expect(unused).toEqual([{ pattern: "tables jobs *", reason: "jobs are gone" }]);
  expect(evaluate(compareParts("tables", stored, planted), []).unexpected).toHaveLength(1);
  expect(() => readExpectations("tables transfers *")).toThrow("needs a reason");
});
