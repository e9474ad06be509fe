import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { eventStreamType } from "../src/http/event-stream.ts";
import type { OpenApiDocument } from "../src/http/openapi.ts";
import { createOperationFinder } from "./documented-operation.ts";

export interface SeenResponse {
  readonly method: string;
  /** The requested path, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type CheckResponse = (response: SeenResponse) => void;

interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

/** Statuses that the server returns before it has determined the operation. */
const statusesOutsideOperations = new Set([404, 405]);

const checks = new WeakMap<OpenApiDocument, CheckResponse>();

/**
 * Validates each response against the API document: an undocumented status, type or field is an error. Services with
 * the same document share one check, because compiling its schemas takes longer than starting a service.
 */
export function createResponseCheck(document: OpenApiDocument): CheckResponse {
  const check = checks.get(document) ?? compileCheck(document);
  checks.set(document, check);
  return check;
}

function compileCheck(document: OpenApiDocument): CheckResponse {
  // Not strict: the API document as a whole is not a schema, only its parts are. `npm run check:openapi` validates it.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  const closed = closeObjects(document) as OpenApiDocument;
  ajv.addSchema({ $id: "api", ...closed, type: "object" });
  const validators = new Map<string, ValidateFunction>();
  const findOperation = createOperationFinder(document);

  const validatorAt = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer);
    if (known !== undefined) return known;
    const validate = ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };

  return (response) => {
    const found = findOperation(response);
    if (found === undefined) return checkOutside(response, validatorAt);
    const { template, method } = found;
    const { responses } = found.operation as unknown as { responses: Record<string, DocumentedResponse> };
    const documented = responses[response.status];
    const where = `${response.method} ${template} → ${response.status}`;
    if (documented === undefined) throw new Error(`${where} is not documented: ${response.text}`);
    checkHeaders(where, response, documented);
    if (response.method === "HEAD") return undefined;
    if (documented.content === undefined) {
      if (response.text !== "") throw new Error(`${where} has a body, but none is documented`);
      return undefined;
    }
    const type = mediaTypeOf(response);
    if (documented.content[type] === undefined) throw new Error(`${where} has the undocumented type ${type}`);
    const at = (member: string): ValidateFunction => {
      const names = [
        "paths",
        template,
        method,
        "responses",
        String(response.status),
        "content",
        type,
        member,
      ];
      return validatorAt(`/${names.map(escapePointer).join("/")}`);
    };
    if (type === eventStreamType) return checkStream(where, response, at("x-data-schema"));
    return type === "application/json" ? check(where, response, at("schema")) : undefined;
  };
}

/** The received part of a stream: the data of each event is a JSON document. */
function checkStream(where: string, response: SeenResponse, validate: ValidateFunction): void {
  const whole = response.text.split("\n\n").slice(0, -1);
  for (const line of whole.flatMap((block) => block.split("\n"))) {
    const [, field, value = ""] = /^(|retry|id|event|data): ?(.*)$/.exec(line) ?? [];
    if (field === undefined) throw new Error(`${where} has the strange line ${line}`);
    if (field === "data") check(where, { ...response, text: value }, validate);
  }
}

function checkOutside(response: SeenResponse, validatorAt: (pointer: string) => ValidateFunction): void {
  const where = `${response.method} ${response.path} → ${response.status}`;
  if (!statusesOutsideOperations.has(response.status)) throw new Error(`${where} is outside the document`);
  if (response.method !== "HEAD") check(where, response, validatorAt("/components/schemas/Error"));
}

function check(where: string, response: SeenResponse, validate: ValidateFunction): void {
  if (validate(JSON.parse(response.text))) return;
  const problems = validate.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${where} is not as documented: ${problems?.join("; ")}\n${response.text}`);
}

function checkHeaders(where: string, response: SeenResponse, documented: DocumentedResponse): void {
  for (const name of ["x-request-id", "api-version", "cache-control"]) {
    if (!response.headers.has(name)) throw new Error(`${where} has no ${name} header`);
  }
  for (const name of [
    "retry-after",
    "www-authenticate",
    "idempotent-replayed",
    "location",
    "deprecation",
    "link",
  ]) {
    const isDocumented = Object.keys(documented.headers ?? {}).some(
      (header) => header.toLowerCase() === name,
    );
    // The error schema documents the Link header of errors.
    const isHelp = name === "link" && response.status >= 400;
    if (response.headers.has(name) && !isDocumented && !isHelp)
      throw new Error(`${where} has the undocumented header ${name}`);
  }
}

/** Documented response objects allow additional fields, for clients' sake; here undocumented fields are errors. */
export function closeObjects(node: unknown, isPartOfAllOf = false): unknown {
  if (Array.isArray(node)) return node.map((item) => closeObjects(item));
  if (typeof node !== "object" || node === null) return node;
  const closed = Object.fromEntries(
    Object.entries(node).map(([key, member]) => [
      key,
      key === "allOf" && Array.isArray(member)
        ? member.map((part) => closeObjects(part, true))
        : closeObjects(member),
    ]),
  );
  if ("allOf" in closed) return { ...closed, unevaluatedProperties: false };
  const isOpenObject =
    closed["type"] === "object" && "properties" in closed && !("additionalProperties" in closed);
  return isOpenObject && !isPartOfAllOf ? { ...closed, additionalProperties: false } : closed;
}

function mediaTypeOf(response: SeenResponse): string {
  return response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));
}
