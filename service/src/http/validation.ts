import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { type FieldError, type Refusal, refuse } from "../kernel/refusal.ts";
import { inWordsKey, schemaNameKey } from "./schemas.ts";
import { shownName } from "./shown-name.ts";

/** How many mistakes one answer lists; a body full of them is not worth more words. */
const maxListedErrors = 20;

/** Bodies are taken as they are: nothing is coerced, dropped or filled in. */
const bodyValidator = createValidator({ coerceTypes: false });
/** Everything in a query string is text, so numbers and repeated names are read from text there, and only there. */
const queryValidator = createValidator({ coerceTypes: "array" });

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === "querystring" ? queryValidator : bodyValidator).compile(schema);

/** The same check for a body that is read elsewhere. */
export function compileBody(schema: TSchema): ValidateFunction {
  return bodyValidator.compile(schema);
}

export function createValidator(options: { readonly coerceTypes: boolean | "array" }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    allErrors: true,
    removeAdditional: false,
    useDefaults: false,
    strict: true,
    strictTypes: false,
    // A query's `1e400` is read as Infinity, which only a validator that lets such numbers in holds against a maximum.
    strictNumbers: options.coerceTypes === false,
    // What is said to the caller is said in our words; the schema that was not met may bring its own.
    messages: false,
    verbose: true,
  });
  addFormats.default(ajv, ["date-time", "date", "uri", "email", "uuid"]);
  ajv.addVocabulary([schemaNameKey, inWordsKey, "example"]);
  return ajv;
}

interface Mistake {
  readonly keyword?: string;
  readonly instancePath?: string;
  readonly params?: Record<string, unknown>;
  /** The schema that the keyword stands in. */
  readonly parentSchema?: unknown;
}

/** Says every place that is wrong, by pointer. Values of the request are never repeated: they may be secret. */
export function validationRefusal(mistakes: readonly Mistake[], part: string | undefined): Refusal {
  const prefix = part === "querystring" ? "/query" : part === "headers" ? "/header" : "";
  const errors = mistakes
    .filter(({ keyword }) => keyword !== "if" && keyword !== "anyOf" && keyword !== "oneOf")
    .concat(mistakes.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf"))
    .map((mistake) => toFieldError(mistake, prefix));
  const firsts = new Map<string, FieldError>();
  for (const error of errors) if (!firsts.has(error.pointer)) firsts.set(error.pointer, error);
  const unique = [...firsts.values()];
  const [first] = unique;
  const detail =
    first === undefined ? "the request is not valid" : `${first.pointer || "the body"} ${first.detail}`;
  const more = unique.length > 1 ? ` (and ${unique.length - 1} more)` : "";
  return refuse("validation_failed", detail + more, { errors: unique.slice(0, maxListedErrors) });
}

function toFieldError(mistake: Mistake, prefix: string): FieldError {
  const { keyword, instancePath = "", params = {} } = mistake;
  const place = prefix + instancePath;
  switch (keyword ?? "") {
    case "required":
      return { pointer: `${place}/${String(params["missingProperty"])}`, detail: "is required" };
    case "additionalProperties":
      return {
        pointer: `${place}/${shownName(String(params["additionalProperty"]))}`,
        detail: prefix === "" ? "is not a known property" : "is not a known parameter",
      };
    case "uniqueItems":
      // Which of the two is `i` depends on what the items are.
      return {
        pointer: `${place}/${Math.max(Number(params["i"]), Number(params["j"]))}`,
        detail: "stands twice",
      };
    default:
      return { pointer: place, detail: describe(mistake) };
  }
}

function describe({ keyword, params = {}, parentSchema }: Mistake): string {
  const limit = Number(params["limit"]);
  switch (keyword ?? "") {
    case "enum":
      return `must be one of ${(params["allowedValues"] as readonly unknown[]).join(", ")}`;
    case "const":
      return `must be ${JSON.stringify(params["allowedValue"])}`;
    case "pattern":
      return describePattern(parentSchema);
    case "format":
      return `must be a valid ${String(params["format"])}`;
    case "type":
      return `must be ${[params["type"]].flat().join(" or ")}`;
    case "not":
      return "must not be sent here, or not together with what stands beside it";
    case "multipleOf":
      return `must be a multiple of ${String(params["multipleOf"])}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "exclusiveMaximum":
      return `must be less than ${limit}`;
    default:
      return describeSize(keyword ?? "", limit);
  }
}

/** A pattern is for programs; whoever reads the answer is told in words. */
function describePattern(schema: unknown): string {
  const words = (schema as Readonly<Record<string, unknown>> | undefined)?.[inWordsKey];
  return typeof words === "string" ? `must be ${words}` : "is not written as it is documented";
}

function describeSize(keyword: string, limit: number): string {
  const found = /^(min|max)(Length|Items|Properties)$/.exec(keyword);
  if (found === null) return "is not valid";
  if (found[1] === "min" && limit === 1) return "must not be empty";
  const [one, many] = sizedThings[found[2] as keyof typeof sizedThings];
  return `must have at ${found[1] === "min" ? "least" : "most"} ${limit} ${limit === 1 ? one : many}`;
}

const sizedThings = {
  Length: ["character", "characters"],
  Items: ["entry", "entries"],
  Properties: ["member", "members"],
} as const;
