import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { type FieldError, type Refusal, refuse } from "../kernel/refusal.ts";
import { schemaNameKey } from "./schemas.ts";

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
    messages: true,
  });
  addFormats.default(ajv, ["date-time", "date", "uri", "email", "uuid"]);
  ajv.addVocabulary([schemaNameKey, "example"]);
  return ajv;
}

interface Mistake {
  readonly keyword?: string;
  readonly instancePath?: string;
  readonly params?: Record<string, unknown>;
  readonly message?: string | undefined;
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
  if (keyword === "required") {
    return {
      pointer: `${prefix}${instancePath}/${escapePointer(params["missingProperty"])}`,
      detail: "is required",
    };
  }
  if (keyword === "additionalProperties") {
    const name = escapePointer(params["additionalProperty"]);
    return {
      pointer: `${prefix}${instancePath}/${name}`,
      detail: prefix === "" ? "is not a known property" : "is not a known parameter",
    };
  }
  return { pointer: prefix + instancePath, detail: describe(mistake) };
}

function describe({ keyword, params = {}, message }: Mistake): string {
  switch (keyword ?? "") {
    case "enum":
      return `must be one of ${(params["allowedValues"] as readonly unknown[]).join(", ")}`;
    case "const":
      return `must be ${JSON.stringify(params["allowedValue"])}`;
    case "pattern":
      return `must match ${String(params["pattern"])}`;
    case "format":
      return `must be a valid ${String(params["format"])}`;
    case "type":
      return `must be ${[params["type"]].flat().join(" or ")}`;
    case "not":
      return "must not be sent here, or not together with what stands beside it";
    default:
      return message ?? "is not valid";
  }
}

/** RFC 6901 §3; a name that came from outside is cut, so that an answer stays small. */
function escapePointer(name: unknown): string {
  return String(name).slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");
}
