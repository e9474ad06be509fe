import Type, { type TProperties, type TSchema } from "typebox";
import { idPattern } from "../kernel/id.ts";
import { type RefusalCode, refusalCodes } from "../kernel/refusal.ts";

/** Gives a schema a name of its own in the API document; `openapi.ts` lifts it to a component. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return { ...schema, [schemaNameKey]: name };
}

export const schemaNameKey = "x-name";

/** What a pattern asks for, for people: it goes on from "must be". */
export function inWords(words: string): object {
  return { [inWordsKey]: words };
}

export const inWordsKey = "x-in-words";

/** A request object: what is not listed is refused, never dropped. */
export function strictObject<Properties extends TProperties>(properties: Properties, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export const IdSchema = named(
  "Id",
  Type.String({
    pattern: idPattern,
    ...inWords("an id of 26 characters"),
    description: "26 characters, sortable by the time of creation.",
    examples: ["01JD7Q2M8W3T5V6X9YZABCDEFG"],
  }),
);

export const DateTimeSchema = named(
  "DateTime",
  Type.String({
    format: "date-time",
    description: "RFC 3339, UTC, milliseconds.",
    examples: ["2026-11-15T10:51:12.000Z"],
  }),
);

const codes = Object.keys(refusalCodes) as readonly RefusalCode[];

export const ErrorSchema = named(
  "Error",
  Type.Object(
    {
      status: Type.Integer({ minimum: 400, maximum: 599, description: "The HTTP status again." }),
      title: Type.String({ description: "The name of the HTTP status." }),
      detail: Type.String({ description: "What is wrong, for people." }),
      code: Type.Enum([...codes], {
        description: "What is wrong, for programs. Codes are added, never renamed.",
      }),
      request_id: Type.String({ description: "Quote it when you ask for help." }),
      errors: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Type.String({
              description:
                "RFC 6901 pointer into the body; `/query/<name>` and `/header/<name>` for the other parts of a request.",
            }),
            detail: Type.String(),
          }),
          { description: "Only for validation: every place that is wrong." },
        ),
      ),
    },
    { description: "The one shape of every error." },
  ),
);

/** For JSON's null; a type array gives clearer errors than anyOf. */
export function nullableString(options: object = {}) {
  return Type.Unsafe<string | null>({ type: ["string", "null"], ...options });
}
