import fc from "fast-check";
import { hostileNumber, hostileText, hostileValue, mostly } from "./hostile-values.ts";
import type { JsonSchema, Resolve } from "./json-schema.ts";

/** Shared by the arbitraries of one document. */
export interface SchemaContext {
  readonly resolve: Resolve;
  /** Values that mean something to the running service, by the name of the parameter or property. */
  readonly known: Readonly<Record<string, readonly string[]>>;
}

/** Maximum depth of recursive schemas. */
const maxDepth = 6;

/** Values that mostly fit the schema: any part may instead be at its limit, beyond it, or of another type. */
export function valuesOf(
  schema: JsonSchema,
  context: SchemaContext,
  name = "",
  depth = 0,
): fc.Arbitrary<unknown> {
  const fitting = fittingValues(context.resolve(schema), context, depth);
  const known = context.known[name];
  const usual =
    known === undefined
      ? fitting
      : fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom<unknown>(...known) },
          { weight: 1, arbitrary: fitting },
        );
  return mostly(usual, hostileValue);
}

function fittingValues(schema: JsonSchema, context: SchemaContext, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { anyOf, oneOf, ...shared } = schema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    return fc.oneof(...choices.map((choice) => valuesOf({ ...shared, ...choice }, context, "", depth)));
  }
  const types = [schema.type ?? guessType(schema)].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, context, depth)));
}

function guessType(schema: JsonSchema): string {
  if (schema.properties !== undefined || schema.patternProperties !== undefined) return "object";
  if (schema.items !== undefined) return "array";
  return schema.minimum === undefined && schema.maximum === undefined ? "string" : "number";
}

function valuesOfType(
  type: string,
  schema: JsonSchema,
  context: SchemaContext,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return mostly(texts(schema), textsAtTheLimit(schema), hostileText);
    case "integer":
      return mostly(numbers(schema, true), numbersAtTheLimit(schema), hostileNumber);
    case "number":
      return mostly(numbers(schema, false), numbersAtTheLimit(schema), hostileNumber);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return arrays(schema, context, depth);
    default:
      return objects(schema, context, depth);
  }
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  uri: fc.webUrl(),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
};

const usualMaxLength = 60;

function texts({ pattern, format, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const ofFormat = formats[format ?? ""];
  if (ofFormat !== undefined) return ofFormat;
  if (pattern !== undefined) return matching(pattern);
  const limit = Math.max(minLength, Math.min(maxLength ?? usualMaxLength, usualMaxLength));
  return fc.string({ unit: "grapheme-composite", minLength, maxLength: limit });
}

/** Building one takes milliseconds, and most patterns appear hundreds of times. */
const textsByPattern = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const found = textsByPattern.get(pattern) ?? textsMatching(pattern);
  textsByPattern.set(pattern, found);
  return found;
}

/** For a pattern with assertions that the generator does not support, any text is used. */
function textsMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return fc.string();
  }
}

function textsAtTheLimit({ minLength = 0, maxLength = 255 }: JsonSchema): fc.Arbitrary<string> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
  return fc
    .tuple(fc.constantFrom(...lengths), fc.constantFrom("a", "é", "😀", "\u0301"))
    .map(([length, letter]) => letter.repeat(length));
}

function numbers(schema: JsonSchema, isWhole: boolean): fc.Arbitrary<number> {
  const { min, max } = rangeOf(schema);
  return isWhole
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min, max, noNaN: true });
}

function numbersAtTheLimit(schema: JsonSchema): fc.Arbitrary<number> {
  const { min, max } = rangeOf(schema);
  return fc.constantFrom(min - 1, min, min + 1, max - 1, max, max + 1, min - 0.5, max + 0.5);
}

function rangeOf(schema: JsonSchema): { readonly min: number; readonly max: number } {
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -1_000_000;
  return { min, max: schema.maximum ?? schema.exclusiveMaximum ?? Math.max(min, 1_000_000) };
}

function arrays(schema: JsonSchema, context: SchemaContext, depth: number): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 5 } = schema;
  if (depth >= maxDepth) return fc.constant([]);
  const item = valuesOf(items, context, "", depth + 1);
  const tooMany = item.map((value) => Array.from({ length: maxItems + 1 }, () => value));
  return mostly(
    fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) }),
    tooMany,
  );
}

function objects(schema: JsonSchema, context: SchemaContext, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  if (depth >= maxDepth) return fc.constant({});
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, valuesOf(member, context, name, depth + 1)]),
  );
  const whole = fc.record(members, { requiredKeys: [...required] });
  const withoutSome = fc.record(members, { requiredKeys: [] });
  const withMore = fc
    .tuple(whole, fc.dictionary(strangeNames, hostileValue, { minKeys: 1, maxKeys: 3 }))
    .map(([value, more]) => ({ ...value, ...more }));
  return mostly<unknown>(whole, withoutSome, withMore);
}

const strangeNames = fc.oneof(
  hostileText,
  fc.constantFrom("id", "tenant_id", "text ", "Text", "/a~b", "a.b", "a[b]", "0"),
);
