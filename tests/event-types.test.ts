import { join } from "node:path";
import { expect, test } from "vitest";
import { eventTypeNames } from "../service/src/webhooks/event-types.ts";
import { definedTypes } from "./tidy/events.ts";
import { readTree } from "./tidy/tree.ts";

// The whole checkout is read, which takes its time on a busy machine.
const patienceMs = 60_000;

test("every type of event that is defined in the service stands in the catalogue", {
  timeout: patienceMs,
}, async () => {
  const tree = await readTree(join(import.meta.dirname, ".."));
  expect([...definedTypes(tree)].sort()).toEqual([...eventTypeNames].sort());
});

test("a type that a module forgets to list is found", () => {
  const text = 'export const a = defineEventType({ summary: "A.", type: "a.happened" });\n';
  expect(definedTypes({ files: [{ path: "service/src/a/a.ts", text }] })).toEqual(["a.occurred"]);
});
