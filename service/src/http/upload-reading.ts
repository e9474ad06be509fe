import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { assert } from "../kernel/assert.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { createJsonReader } from "./body-reading.ts";
import { jsonType, mediaTypeOf, mediaTypesOf, multipartType } from "./conventions.ts";
import { formUploadSchema, jsonUploadSchema } from "./openapi-uploads.ts";
import {
  type ApiRequest,
  type FilePart,
  fileMemberName,
  fileNameMemberName,
  filePartName,
  type ReceivedFile,
  type RequestBody,
  type Route,
  type UploadWork,
} from "./route.ts";
import { readForm, tooLarge } from "./upload-form.ts";
import { readJsonUpload } from "./upload-json.ts";
import { compileBody, validationRefusal } from "./validation.ts";

/** Reads the body of one upload: receives its file, checks its fields. A refused upload leaves no file behind. */
export type ReadUpload = (request: FastifyRequest, apiRequest: ApiRequest) => Promise<Upload>;

export interface Upload {
  readonly fields: object;
  readonly file: ReceivedFile;
}

type Receive = (pointer: string) => (bytes: AsyncIterable<Buffer>) => Promise<ReceivedFile>;

export function createUploadReader(app: FastifyInstance, route: Route, work: UploadWork): ReadUpload {
  const { body } = route;
  assert(body?.file !== undefined, `${route.operationId} has a file in its body`);
  const { file } = body;
  const readAsForm = formReader(body, file);
  const readAsJson = jsonReader(app, body, file);
  return async (request, apiRequest) => {
    const receive: Receive = (pointer) => (bytes) =>
      work.receive(apiRequest, { bytes: limited(bytes, file.maxBytes, pointer), pointer });
    switch (mediaTypeOf(request.headers["content-type"] ?? "")) {
      case multipartType:
        return readAsForm(request.raw, receive);
      case jsonType:
        return readAsJson(request, receive);
      default:
        throw new RefusalError(
          refuse("unsupported_media_type", `this endpoint accepts ${mediaTypesOf(route).join(" or ")}`),
        );
    }
  };
}

function formReader(body: RequestBody, filePart: FilePart) {
  const { properties = {} } = body.schema as { readonly properties?: Readonly<Record<string, unknown>> };
  const rules = { maxBytes: filePart.maxBytes, fieldNames: new Set(Object.keys(properties)) };
  const check = checker(formUploadSchema(body.schema, filePart));
  return async (raw: IncomingMessage, receive: Receive): Promise<Upload> => {
    const { fields, file } = await readForm(raw, rules, receive(`/${filePartName}`));
    const whole = file === undefined ? { ...fields } : { ...fields, [filePartName]: "" };
    return checkOrDiscard(file, () => check(whole));
  };
}

function jsonReader(app: FastifyInstance, body: RequestBody, filePart: FilePart) {
  const readJson = promisify(createJsonReader(app));
  const check = checker(jsonUploadSchema(body.schema, filePart));
  return async (request: FastifyRequest, receive: Receive): Promise<Upload> => {
    const { rest, file } = await readJsonUpload(request.raw, filePart, receive(`/${fileMemberName}`));
    return checkOrDiscard(file, async () => check(await readJson(request, rest)));
  };
}

async function checkOrDiscard(
  file: ReceivedFile | undefined,
  check: () => object | Promise<object>,
): Promise<Upload> {
  try {
    const fields = withoutFile(await check());
    assert(file !== undefined, "a valid body has a file");
    return { fields, file };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/** Removes the file members; the rest is what any other endpoint would get. */
function withoutFile(value: object): object {
  const fileMembers: readonly string[] = [filePartName, fileMemberName, fileNameMemberName];
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fileMembers.includes(name)));
}

function checker(schema: RequestBody["schema"]): (value: unknown) => object {
  const validate = compileBody(schema);
  return (value) => {
    if (validate(value)) return value as object;
    throw new RefusalError(validationRefusal(validate.errors ?? [], "body"));
  };
}

async function* limited(
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
  pointer: string,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge();
    yield piece;
  }
  if (size === 0) throw empty(pointer);
}

function empty(pointer: string): RefusalError {
  const detail = "must not be empty";
  return new RefusalError(
    refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }),
  );
}
