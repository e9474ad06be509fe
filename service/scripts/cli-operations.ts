import type { ApiDocument, SdkMethod } from "./sdk-methods.ts";

/** As much of a schema as the command line depends on. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly contentMediaType?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/**
 * The entry of an operation in the table of the command line, `cli/src/generated/operations.ts`. The fields that
 * authenticate a client are left out: the SDK adds them, and a secret must not be an argument.
 */
export function cliOperationOf(document: ApiDocument, sdkMethod: SdkMethod): object {
  const { resource, method, operation, entry, isTestnetOnly } = sdkMethod;
  const resolve = resolverOf(document);
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const bodySchema = resolve(body?.schema as Schema | undefined);
  const queries = (operation.parameters as readonly Parameter[]).filter(
    (parameter) => parameter.in === "query" && !parameter.name.startsWith("page["),
  );
  const fields = [
    ...queries.map(({ name, required, description, schema }) => ({
      name,
      schema: resolve(schema),
      description,
      required,
    })),
    ...Object.entries(bodySchema?.properties ?? {})
      .filter(([name]) => !name.startsWith("client_"))
      .map(([name, schema]) => ({
        name,
        schema: resolve(schema),
        description: schema.description,
        required: bodySchema?.required?.includes(name) === true,
      })),
  ];
  const [scope] = operation.security.flatMap((scheme) => scheme["oauth2"] ?? []);
  const isWrite = entry["method"] !== "GET" && entry["hasNoEffect"] !== true;
  return {
    resource,
    method,
    verb: entry["method"],
    path: entry["path"],
    summary: operation.summary,
    ...(scope === undefined ? {} : { scope }),
    fields: fields.map((field) => fieldOf(field, resolve)),
    ...(bodySchema === undefined ? {} : { hasBody: true }),
    ...(isWrite ? { isWrite } : {}),
    ...(entry["takesKey"] === true ? { takesKey: true } : {}),
    ...(isTestnetOnly ? { isTestnetOnly } : {}),
    ...listOf(operation.responses["200"]?.content?.["application/json"]?.schema as Schema, resolve),
    ...(entry["items"] === undefined ? {} : { isPaged: true }),
  };
}

type Resolve = (schema: Schema | undefined) => Schema | undefined;

/** Follows a reference; of alternatives, takes the first that is not null, or else an object. */
function resolverOf({ components }: ApiDocument): Resolve {
  const resolve: Resolve = (schema) => {
    if (schema?.$ref !== undefined)
      return resolve(components.schemas[schema.$ref.replace("#/components/schemas/", "")] as Schema);
    if (schema?.anyOf === undefined) return schema;
    const options = schema.anyOf.map(resolve);
    return (
      options.find((option) => option?.type === "object") ?? options.find((option) => option?.type !== "null")
    );
  };
  return resolve;
}

interface Field {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly description: string | undefined;
  readonly required: boolean;
}

function fieldOf({ name, schema = {}, description, required }: Field, resolve: Resolve): object {
  const choices = schema.enum?.filter((choice) => choice !== null);
  return {
    name,
    kind: kindOf(schema, resolve),
    text: firstSentence(description ?? schema.description ?? ""),
    ...(required ? { isRequired: true } : {}),
    ...(choices === undefined ? {} : { choices: choices.map(String) }),
  };
}

function kindOf(schema: Schema, resolve: Resolve): string {
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (schema.contentMediaType !== undefined) return "file";
  if (schema.enum !== undefined || types.includes("string")) return "text";
  if (types.includes("integer") || types.includes("number")) return "number";
  if (types.includes("boolean")) return "boolean";
  if (types.includes("array") && isText(resolve(schema.items))) return "list";
  if (isAmount(schema)) return "amount";
  return isEnd(schema) ? "end" : "json";
}

function isText(schema: Schema | undefined): boolean {
  return schema?.type === "string" || schema?.enum !== undefined;
}

function isAmount({ properties = {} }: Schema): boolean {
  return Object.keys(properties).join() === "value,currency";
}

function isEnd({ properties = {} }: Schema): boolean {
  return "value_type" in properties && "transfer_type" in properties;
}

/** Help has one line for a field; the API reference has the rest. */
function firstSentence(text: string): string {
  const [sentence = ""] = text.replaceAll("`", "").split(/(?<=[.;:]) /);
  return sentence.replace(/[.;:]$/, "");
}

/** Of a response that is a list and nothing else: its name, and the fields that fit into a table. */
function listOf(schema: Schema | undefined, resolve: Resolve): object {
  const properties = resolve(schema)?.properties ?? {};
  const names = Object.keys(properties).filter((name) => name !== "pagination");
  const [items = ""] = names;
  const list = properties[items];
  if (names.length !== 1 || list?.type !== "array") return {};
  const item = resolve(list.items);
  const columns = Object.entries(item?.properties ?? {})
    .filter(([name, member]) => !hiddenColumns.has(name) && fitsIntoCell(resolve(member), resolve))
    .map(([name]) => name);
  return { items, columns: columns.length === 0 ? ["id"] : columns.slice(0, maxColumns) };
}

const maxColumns = 8;
const hiddenColumns = new Set([
  "updated_at",
  "updated",
  "description",
  "note",
  "fee",
  "symbol",
  "decimals",
  "previous_secret_valid_until",
]);

function fitsIntoCell(schema: Schema | undefined, resolve: Resolve): boolean {
  if (schema === undefined || (schema.type === undefined && schema.enum === undefined)) return false;
  const kind = kindOf(schema, resolve);
  return kind !== "json" || schema.properties?.["id"] !== undefined;
}
