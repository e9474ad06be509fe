import { join } from "node:path";
import { expect, test } from "vitest";
import { eventTypeNames } from "../service/src/webhooks/event-types.ts";
import { definedTypes } from "./tidy/events.ts";
import { readTree } from "./tidy/tree.ts";

test("every event type that the service defines is in the catalogue", async () => {
  const tree = await readTree(join(import.meta.dirname, ".."));
  expect([...definedTypes(tree)].sort()).toEqual([...eventTypeNames].sort());
});

test("a type that is missing from its module's list is detected", () => {
  const text = 'export const a = defineEventType({ summary: "A.", type: "a.occurred" });\n';
  expect(definedTypes({ files: [{ path: "service/src/a/a.ts", text }] })).toEqual(["a.occurred"]);
});
