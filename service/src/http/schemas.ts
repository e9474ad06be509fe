import Type, { type TProperties, type TSchema } from "typebox";
import { idPattern } from "../kernel/id.ts";
import { type RefusalCode, refusalCodes } from "../kernel/refusal.ts";

/** Names a schema in the OpenAPI document; `openapi.ts` moves it to a component. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return { ...schema, [schemaNameKey]: name };
}

export const schemaNameKey = "x-name";

/** Human-readable description of a pattern; it continues "must be". */
export function inWords(words: string): object {
  return { [inWordsKey]: words };
}

export const inWordsKey = "x-in-words";

/**
 * Text that clients may send in any letter case. Before it is checked, the validator changes it to lower case, or to
 * `USD` if it is the dollar in any spelling.
 */
export function anyCase(canonical: LetterCase): object {
  return { [letterCaseKey]: canonical };
}

export type LetterCase = "lower" | "dollar";

export const letterCaseKey = "x-letter-case";

/** A text that must be one of a list that only the deployment knows, such as its chains; the letter case is free. */
export function oneOfList(list: string): object {
  return { [oneOfListKey]: list };
}

export const oneOfListKey = "x-one-of-list";

/**
 * Keywords that only the OpenAPI document has: rules that an endpoint checks itself, because its errors say more than
 * those of a schema. A client that follows the document is not refused by them.
 */
export function stated(keywords: object): object {
  return { [statedKey]: keywords };
}

export const statedKey = "x-stated";

/** Of an object with all of these members; for `statedNot`. */
export function having(...names: readonly string[]): object {
  return { properties: Object.fromEntries(names.map((name) => [name, {}])), required: names };
}

/** States that a request must not match any of these schemas. */
export function statedNot(...schemas: readonly object[]): object {
  return stated({ not: schemas.length === 1 ? schemas[0] : { anyOf: schemas } });
}

/** Keywords for the validator, which the OpenAPI document does not show. */
export const internalKeys: ReadonlySet<string> = new Set([
  schemaNameKey,
  inWordsKey,
  letterCaseKey,
  oneOfListKey,
  statedKey,
]);

/** A request object: unknown properties are refused, never dropped. */
export function strictObject<Properties extends TProperties>(properties: Properties, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** The schema of a field under its older name. It is not named, because its description is its own. */
export function deprecatedAlias<Schema extends TSchema>(schema: Schema, successor: string): Schema {
  const description = `Deprecated: use \`${successor}\`.`;
  return { ...schema, [schemaNameKey]: undefined, deprecated: true, description };
}

export const IdSchema = named(
  "Id",
  Type.String({
    pattern: idPattern,
    ...inWords("a 26-character id"),
    description: "26 characters, sortable by creation time.",
    examples: ["01JD7Q2M8W3T5V6X9YZABCDEFG"],
  }),
);

export const DateTimeSchema = named(
  "DateTime",
  Type.String({
    format: "date-time",
    description: "RFC 3339 in UTC with milliseconds.",
    examples: ["2026-11-15T10:51:12.000Z"],
  }),
);

const codes = Object.keys(refusalCodes) as readonly RefusalCode[];

export const ErrorSchema = named(
  "Error",
  Type.Object(
    {
      status: Type.Integer({ minimum: 400, maximum: 599, description: "HTTP status code." }),
      title: Type.String({ description: "Name of the HTTP status." }),
      detail: Type.String({ description: "Human-readable explanation of the error." }),
      code: Type.Enum([...codes], {
        description:
          'Machine-readable error code. Codes may be added, but are never renamed. The `Link` header with `rel="help"` points to its documentation.',
      }),
      request_id: Type.String({ description: "Include it when you contact support." }),
      errors: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Type.String({
              description:
                "RFC 6901 pointer into the body; `/query/<name>` and `/header/<name>` for the query and headers.",
            }),
            detail: Type.String(),
          }),
          { description: "Validation errors only: every invalid field." },
        ),
      ),
    },
    { description: "Format of every error." },
  ),
);

/** Nullable string; a type array gives clearer errors than anyOf. */
export function nullableString(options: object = {}) {
  return Type.Unsafe<string | null>({ type: ["string", "null"], ...options });
}
