import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import addFormats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { assert } from "../kernel/assert.ts";
import { usd } from "../kernel/money.ts";
import { type FieldError, type Refusal, refuse } from "../kernel/refusal.ts";
import { shownName } from "./json-structure.ts";
import {
  inWordsKey,
  type LetterCase,
  letterCaseKey,
  oneOfListKey,
  schemaNameKey,
  statedKey,
} from "./schemas.ts";

/** Maximum number of errors in one response. */
const maxErrors = 20;

/** The lists of `oneOfList`, by name; in lower case. */
export type ValueLists = Readonly<Record<string, readonly string[]>>;

export function createCompiler(lists: ValueLists): FastifySchemaCompiler<TSchema> {
  const { body, query } = validatorsOf(lists);
  return ({ schema, httpPart }) => compileLater(httpPart === "querystring" ? query : body, schema);
}

/** The same check for a body that is parsed elsewhere. */
export function compileBody(schema: TSchema, lists: ValueLists = {}): Validate {
  return compileLater(validatorsOf(lists).body, schema);
}

interface Validators {
  /** Bodies are taken as they are: nothing is coerced, dropped or defaulted. */
  readonly body: Ajv2020;
  /** Everything in a query string is text, so numbers and arrays are coerced from text there, and only there. */
  readonly query: Ajv2020;
}

const validatorsByLists = new Map<string, Validators>();

/** Servers with the same lists share what they compile. */
function validatorsOf(lists: ValueLists): Validators {
  const key = JSON.stringify(lists);
  const validators = validatorsByLists.get(key) ?? {
    body: createValidator({ coerceTypes: false }, lists),
    query: createValidator({ coerceTypes: "array" }, lists),
  };
  validatorsByLists.set(key, validators);
  return validators;
}

type Validate = ((data: unknown) => boolean) & { errors: NonNullable<ValidateFunction["errors"]> | null };

/** Compiles at the first request: a service has hundreds of schemas, and compiling all of them delays its start. */
function compileLater(validator: Ajv2020, schema: TSchema): Validate {
  let compiled: ValidateFunction | undefined;
  // Callers read the errors of the function.
  const validate: Validate = Object.assign(
    (data: unknown): boolean => {
      compiled ??= validator.compile(schema);
      const isValid = compiled(data);
      validate.errors = compiled.errors ?? null;
      return isValid;
    },
    { errors: null },
  );
  return validate;
}

export function createValidator(
  options: { readonly coerceTypes: boolean | "array" },
  lists: ValueLists = {},
): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    allErrors: true,
    removeAdditional: false,
    useDefaults: false,
    strict: true,
    strictTypes: false,
    // A query's `1e400` is read as Infinity; only a validator that allows such numbers checks it against a maximum.
    strictNumbers: options.coerceTypes === false,
    // Messages are our own; the failed schema may bring its description (`inWords`).
    messages: false,
    verbose: true,
  });
  addFormats.default(ajv, ["date-time", "date", "uri", "email", "uuid"]);
  ajv.addVocabulary([schemaNameKey, inWordsKey, statedKey, "example"]);
  ajv.addKeyword({
    keyword: letterCaseKey,
    schemaType: "string",
    before: "enum",
    modifying: true,
    errors: false,
    validate: foldCase,
  });
  ajv.addKeyword({
    keyword: oneOfListKey,
    type: "string",
    schemaType: "string",
    errors: true,
    compile: (list: string) => createListCheck(lists[list]),
  });
  return ajv;
}

/** Other types are left to the keyword `type`. */
function foldCase(canonical: LetterCase, value: unknown, _schema?: unknown, place?: DataValidationCxt): true {
  if (place !== undefined && typeof value === "string")
    place.parentData[place.parentDataProperty] = folded(canonical, value);
  return true;
}

function folded(canonical: LetterCase, text: string): string {
  if (canonical === "lower") return text.toLowerCase();
  return text.toUpperCase() === usd.code ? usd.code : text;
}

/** Fails like `enum`. */
function createListCheck(values: readonly string[] | undefined) {
  assert(values !== undefined, "the server knows the values of every list");
  const known = new Set(values);
  const check = (text: string): boolean => {
    const isKnown = known.has(text.toLowerCase());
    check.errors = isKnown ? [] : [{ keyword: "enum", params: { allowedValues: values } }];
    return isKnown;
  };
  check.errors = [] as Partial<ErrorObject>[];
  return check;
}

interface ValidationIssue {
  readonly keyword?: string;
  readonly instancePath?: string;
  readonly params?: Record<string, unknown>;
  /** The schema that contains the keyword. */
  readonly parentSchema?: unknown;
}

/** Lists every invalid field by pointer. Values of the request are never repeated: they may be secret. */
export function validationRefusal(issues: readonly ValidationIssue[], part: string | undefined): Refusal {
  const prefix = part === "querystring" ? "/query" : part === "headers" ? "/header" : "";
  const errors = issues
    .filter(({ keyword }) => keyword !== "if" && keyword !== "anyOf" && keyword !== "oneOf")
    .concat(issues.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf"))
    .map((issue) => toFieldError(issue, prefix));
  const firsts = new Map<string, FieldError>();
  for (const error of errors) if (!firsts.has(error.pointer)) firsts.set(error.pointer, error);
  const unique = [...firsts.values()];
  const [first] = unique;
  const detail =
    first === undefined ? "the request is not valid" : `${first.pointer || "the body"} ${first.detail}`;
  const suffix = unique.length > 1 ? ` (and ${unique.length - 1} more)` : "";
  return refuse("validation_failed", detail + suffix, { errors: unique.slice(0, maxErrors) });
}

function toFieldError(issue: ValidationIssue, prefix: string): FieldError {
  const { keyword, instancePath = "", params = {} } = issue;
  const place = prefix + instancePath;
  switch (keyword ?? "") {
    case "required":
    case "dependentRequired":
      return { pointer: `${place}/${String(params["missingProperty"])}`, detail: "is required" };
    case "additionalProperties":
      return {
        pointer: `${place}/${shownName(String(params["additionalProperty"]))}`,
        detail: prefix === "" ? "is not a known property" : "is not a known parameter",
      };
    case "uniqueItems":
      // Which of the two is `i` depends on the type of the items.
      return {
        pointer: `${place}/${Math.max(Number(params["i"]), Number(params["j"]))}`,
        detail: "must not appear more than once",
      };
    default:
      return { pointer: place, detail: describe(issue) };
  }
}

function describe({ keyword, params = {}, parentSchema }: ValidationIssue): string {
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
      return "is not allowed here, or not in combination with the other fields";
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

/** A pattern is for machines; the error message describes it in words. */
function describePattern(schema: unknown): string {
  const words = (schema as Readonly<Record<string, unknown>> | undefined)?.[inWordsKey];
  return typeof words === "string" ? `must be ${words}` : "does not match the documented format";
}

function describeSize(keyword: string, limit: number): string {
  const found = /^(min|max)(Length|Items|Properties)$/.exec(keyword);
  if (found === null) return "is not valid";
  if (found[1] === "min" && limit === 1) return "must not be empty";
  const [singular, plural] = sizedThings[found[2] as keyof typeof sizedThings];
  return `must have at ${found[1] === "min" ? "least" : "most"} ${limit} ${limit === 1 ? singular : plural}`;
}

const sizedThings = {
  Length: ["character", "characters"],
  Items: ["item", "items"],
  Properties: ["property", "properties"],
} as const;
