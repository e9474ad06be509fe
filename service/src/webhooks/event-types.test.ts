import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { closeObjects } from "../../test/response-validation.ts";
import { plainSchema } from "../http/openapi-schemas.ts";
import { eventTypeNames, eventTypes } from "./event-types.ts";
import { patternsOf } from "./subscriptions/subscription.ts";

/** The specification's table of event types: each with the fields of its data. */
const specified: Readonly<Record<string, readonly string[]>> = {
  "transfer.created": ["id", "status", "amount"],
  "transfer.completed": ["id", "status", "amount"],
  "transfer.failed": ["id", "status", "amount", "failure"],
  "transfer.canceled": ["id", "status", "amount"],
  "payment.completed": ["id", "status", "amount", "direction", "type", "inserted_at", "updated_at"],
  "account.verification.documents_required": ["account_id", "updated_at", "documents"],
  "account.verification.completed": ["account_id", "status", "updated_at"],
};

test("the specification's types come first, in its order", () => {
  const names = Object.keys(specified);
  expect(eventTypeNames.slice(0, names.length)).toEqual(names);
});

test.each(Object.entries(specified))(
  "%s has exactly the specification's fields and the account",
  (type, fields) => {
    const { properties, required } = schemaOf(type);
    expect(Object.keys(properties).sort()).toEqual([...new Set([...fields, "account_id"])].sort());
    expect([...required].sort()).toEqual(Object.keys(properties).sort());
  },
);

test("types are unique, and none is the prefix of a wildcard", () => {
  expect(new Set(eventTypeNames).size).toBe(eventTypeNames.length);
  for (const type of eventTypeNames) {
    expect(type).toMatch(/^[a-z_]+(?:\.[a-z_]+)+$/);
    for (const other of eventTypeNames) expect(patternsOf(other)).not.toContain(`${type}.*`);
  }
});

describe.each(eventTypes)("$type", ({ type, schema, summary, example }) => {
  test("names its account", () => {
    expect(schemaOf(type).required).toContain("account_id");
  });

  test("has a summary of one or two sentences", () => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
  });

  test("has an example that matches its schema, without extra fields", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(closeObjects(plainSchema(schema)) as object);
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...(example as object), surprise: 1 })).toBe(false);
  });

  test("leaves objects open for readers, so that fields can be added", () => {
    expect(JSON.stringify(plainSchema(schema))).not.toContain('"additionalProperties"');
  });
});

test("the guide lists every type, in this order, with its summary", async () => {
  const guide = await readFile(new URL("../../../docs/guides/events.md", import.meta.url), "utf8");
  expect(tableUnder(guide, "## Event types")).toEqual(
    eventTypes.map(({ type, summary }) => [`\`${type}\``, summary]),
  );
});

function schemaOf(type: string) {
  const schema = eventTypes.find((one) => one.type === type)?.schema ?? {};
  return schema as {
    readonly properties: Readonly<Record<string, unknown>>;
    readonly required: readonly string[];
  };
}

/** The first two cells of each row. */
function tableUnder(markdown: string, heading: string): readonly (readonly string[])[] {
  const lines = markdown.slice(markdown.indexOf(heading)).split("\n");
  const start = lines.findIndex((line) => line.startsWith("|"));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split("|")
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );
}
