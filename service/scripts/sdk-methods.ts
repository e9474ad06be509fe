import { type SdkName, sdkNameOf, upperFirst } from "./sdk-naming.ts";

/** As much of the API document as the SDK's methods depend on. */
export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: { readonly content: { readonly "application/json": Content } };
        };
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaOrReference>> };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
  readonly "x-network"?: string;
  readonly "x-effect"?: string;
}

interface Content {
  readonly schema: SchemaOrReference;
}

interface SchemaOrReference {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

/** An operation as a method of the SDK. */
export interface SdkMethod extends SdkName {
  readonly operation: DocumentedOperation;
  /** The engine's entry: how to send the request and how to read its response. */
  readonly entry: Readonly<Record<string, string | boolean>>;
  /** TypeScript types. */
  readonly input: string;
  readonly isInputOptional: boolean;
  readonly result: string;
  readonly isTestnetOnly: boolean;
}

export function sdkMethodsOf(document: ApiDocument): readonly SdkMethod[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => methodOf(document, path, method, operation)),
  );
}

function methodOf(
  document: ApiDocument,
  path: string,
  httpMethod: string,
  operation: DocumentedOperation,
): SdkMethod {
  const { operationId, tags, parameters, security, requestBody } = operation;
  const pathNames = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const queries = parameters.filter((parameter) => parameter.in === "query");
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
  const method = httpMethod.toUpperCase();
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isTestnetOnly = operation["x-network"] === "testnet";
  const encoding = bodyType === undefined ? undefined : encodings[bodyType];
  const items = itemsOf(document, operation);
  const { required = [] } = resolve(document, body?.schema) ?? {};
  return {
    ...sdkNameOf(operationId, tags[0]),
    operation,
    entry: {
      method,
      path,
      ...(takesKey ? { takesKey } : {}),
      ...(method !== "GET" && operation["x-effect"] === "none" ? { hasNoEffect: true } : {}),
      ...(security.length === 0 ? { isPublic: true } : {}),
      ...(encoding === undefined ? {} : { encoding }),
      ...(items === undefined ? {} : { items }),
    },
    input: inputOf({
      operationId,
      pathNames,
      hasQuery: queries.length > 0,
      body,
      isJson: encoding === "json",
    }),
    isInputOptional:
      pathNames.length === 0 &&
      required.length === 0 &&
      !queries.some(({ required: isRequired }) => isRequired),
    result: resultOf(operation, items),
    isTestnetOnly,
  };
}

const encodings: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/x-www-form-urlencoded": "form",
  "multipart/form-data": "multipart",
};

function inputOf(parts: {
  readonly operationId: string;
  readonly pathNames: readonly string[];
  readonly hasQuery: boolean;
  readonly body: Content | undefined;
  readonly isJson: boolean;
}): string {
  const { operationId, pathNames, hasQuery, body, isJson } = parts;
  const types = [
    pathNames.length === 0 ? [] : [`{ ${pathNames.map((name) => `readonly ${name}: string`).join("; ")} }`],
    hasQuery ? [`Query<"${operationId}">`] : [],
    body === undefined ? [] : [(isJson ? typeOf(body.schema) : undefined) ?? `Body<"${operationId}">`],
  ].flat();
  return types.length === 0 ? "NoInput" : types.join(" & ");
}

/** Of an operation that may wait for approvals, 202 is thrown as an error, so it is not a result. */
function resultOf({ operationId, responses }: DocumentedOperation, items: string | undefined): string {
  const statuses = Object.keys(responses).filter((status) => status.startsWith("2"));
  const usual = statuses.filter((status) => status !== "202");
  const [status = ""] = usual.length > 0 ? usual : statuses;
  const [content] = Object.values(responses[status]?.content ?? {});
  const type =
    content === undefined ? "void" : (typeOf(content.schema) ?? `Result<"${operationId}", ${status}>`);
  return items === undefined ? `Promise<${type}>` : `Pages<${type}, "${items}">`;
}

/** The name of the list in a page. */
function itemsOf(document: ApiDocument, { responses }: DocumentedOperation): string | undefined {
  const { properties = {} } =
    resolve(document, responses["200"]?.content?.["application/json"]?.schema) ?? {};
  if (properties["pagination"] === undefined) return undefined;
  return Object.keys(properties).find((name) => properties[name]?.type === "array");
}

function resolve(
  document: ApiDocument,
  schema: SchemaOrReference | undefined,
): SchemaOrReference | undefined {
  const name = schema === undefined ? undefined : nameOf(schema);
  return name === undefined ? schema : document.components.schemas[name];
}

function nameOf({ $ref }: SchemaOrReference): string | undefined {
  return $ref?.replace("#/components/schemas/", "");
}

function typeOf(schema: SchemaOrReference): string | undefined {
  const name = nameOf(schema);
  return name === undefined ? undefined : `Api.${name}`;
}

/** The methods of a resource as an interface, with the texts of the API document. */
export function describeResource(name: string, text: string, methods: readonly SdkMethod[]): string {
  const members = methods.map((method) => {
    const { input, isInputOptional, entry, result } = method;
    const options = entry["takesKey"] === true ? "WriteOptions" : "CallOptions";
    const signature = `(input${isInputOptional ? "?" : ""}: ${input}, options?: ${options}): ${result};`;
    return `${comment(documentationOf(method), "  ")}  ${method.method}${signature}\n`;
  });
  return `${comment([text], "")}export interface ${upperFirst(name)} {\n${members.join("\n")}}\n`;
}

function documentationOf({ operation, entry, isTestnetOnly }: SdkMethod): readonly string[] {
  const { summary, description, deprecated, security, responses } = operation;
  const scopes = security.flatMap((scheme) => scheme["oauth2"] ?? []).map((scope) => `scope \`${scope}\``);
  const access = entry["isPublic"] === true ? "no token" : scopes.join(", ") || "any token";
  return [
    `${summary}.`,
    ...(description === undefined ? [] : [description]),
    `\`${String(entry["method"])} ${String(entry["path"])}\`: ${access}${isTestnetOnly ? ", testnet only" : ""}.`,
    ...(mayWait(responses) ? ["Throws an `ApprovalRequiredError` if it has to be approved first."] : []),
    ...(deprecated === true ? ["@deprecated"] : []),
  ];
}

function mayWait(responses: DocumentedOperation["responses"]): boolean {
  return Object.values(responses["202"]?.content ?? {}).some(({ schema }) => nameOf(schema) === "Approval");
}

function comment(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.join("\n\n").replaceAll("*/", "*\\/").split("\n");
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
