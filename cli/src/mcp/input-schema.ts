import type { ApiDocument, ApiOperation, ApiParameter, Schema } from "./api-document.ts";

/** The schema of a tool's input. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: string[];
  readonly additionalProperties: false;
  readonly [keyword: string]: unknown;
}

/**
 * The parameters of an operation and the fields of its body in one object, as a method of the SDK takes them. A key is
 * optional: the SDK creates one.
 */
export function inputSchemaOf(
  document: ApiDocument,
  { parameters = [], requestBody }: ApiOperation,
): InputSchema {
  const body = inlined(document, requestBody?.content["application/json"]?.schema ?? {}) as BodySchema;
  const single = parameters.filter((parameter) => isPlaced(parameter) && pageName(parameter) === undefined);
  const required = single.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(single.map((parameter) => [parameter.name, schemaOf(document, parameter)])),
      ...pageProperty(document, parameters),
      ...body.properties,
      ...keyProperty(document, parameters),
    },
    required: [...required, ...(body.required ?? [])],
    additionalProperties: false,
  };
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function isPlaced({ in: place }: ApiParameter): boolean {
  return place === "path" || place === "query";
}

/** Aliases of a parameter are left out. */
const pageParameter = /^page\[(\w+)\]$/;
const pageNames = new Set(["size", "after", "before"]);

function pageName({ name }: ApiParameter): string | undefined {
  return pageParameter.exec(name)?.[1];
}

function pageProperty(
  document: ApiDocument,
  parameters: readonly ApiParameter[],
): Readonly<Record<string, Schema>> {
  const entries = parameters.flatMap((parameter): [string, Schema][] => {
    const name = pageName(parameter) ?? "";
    return pageNames.has(name) ? [[name, schemaOf(document, parameter)]] : [];
  });
  if (entries.length === 0) return {};
  return { page: { type: "object", properties: Object.fromEntries(entries), additionalProperties: false } };
}

function keyProperty(
  document: ApiDocument,
  parameters: readonly ApiParameter[],
): Readonly<Record<string, Schema>> {
  const header = parameters.find(({ name, in: place }) => place === "header" && name === "Idempotency-Key");
  return header === undefined ? {} : { idempotency_key: schemaOf(document, header) };
}

function schemaOf(document: ApiDocument, { schema = {}, description }: ApiParameter): Schema {
  const inner = inlined(document, schema) as Schema;
  return description === undefined ? inner : { ...inner, description };
}

const prefix = "#/components/schemas/";

/** Agents read a schema without references best. Requests have no recursive types. */
function inlined(document: ApiDocument, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(document, item));
  if (typeof value !== "object" || value === null) return value;
  const { $ref: reference, ...rest } = value as Schema;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, inner]) => [name, inlined(document, inner)]),
  );
  if (typeof reference !== "string") return own;
  const target = document.components.schemas[reference.replace(prefix, "")];
  return { ...(inlined(document, target ?? {}) as Schema), ...own };
}
