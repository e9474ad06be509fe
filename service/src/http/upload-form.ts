import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { finished, type Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { isKeepableText } from "./body-reading.ts";
import { shownName } from "./json-structure.ts";
import { type FilePart, filePartName, type ReceivedFile } from "./route.ts";

export type FormFields = Readonly<Record<string, string>>;

const limits = {
  fields: 16,
  files: 1,
  parts: 17,
  fieldNameSize: 100,
  fieldSize: 4 * 1024,
  headerPairs: 16,
  headerSize: 4 * 1024,
};
/** Allowance for everything in a form besides its file: fields, boundaries, and text between the parts. */
const maxOverheadBytes = 256 * 1024;
/** The parser neither finishes nor rejects some malformed forms. */
const endMs = 1_000;

/** Reads `multipart/form-data` (RFC 7578) with its parts in any order. The file is streamed to `receive`. */
export async function readForm(
  raw: IncomingMessage,
  { maxBytes, fieldNames }: Pick<FilePart, "maxBytes"> & { readonly fieldNames: ReadonlySet<string> },
  receive: (bytes: AsyncIterable<Buffer>) => Promise<ReceivedFile>,
): Promise<{ readonly fields: FormFields; readonly file: ReceivedFile | undefined }> {
  refuseByLength(raw, maxBytes + maxOverheadBytes);
  const form = openForm(raw);
  const fields = Object.create(null) as Record<string, string>;
  let incoming: Readable | undefined;
  let receiving: Promise<ReceivedFile> | undefined;
  const failed = new Promise<never>((_, fail) => {
    form.on("file", (_name, bytes) => {
      incoming = bytes.on("error", () => {});
      receiving = receive(bytes);
      receiving.catch(fail);
    });
    form.on("field", (name, value, _isNameCut, isCut) => {
      const problem = takeField(fields, fieldNames, { name, value, isCut });
      if (problem !== undefined) fail(problem);
    });
    watchForm(form, raw, fail, () => receiving);
    watchLength(raw, maxBytes + maxOverheadBytes, fail);
  });
  try {
    raw.pipe(form);
    await Promise.race([once(form, "finish"), failed]);
    return { fields, file: await receiving };
  } catch (error) {
    raw.unpipe(form);
    incoming?.destroy(error instanceof Error ? error : undefined);
    await receiving?.then(
      (file) => file.discard(),
      () => {},
    );
    throw error;
  }
}

/** Early, if Content-Length is sent. */
export function refuseByLength({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
}

export function tooLarge(): RefusalError {
  return new RefusalError(refuse("payload_too_large", "the file is larger than this endpoint accepts"));
}

/** The client disconnected, or the body is truncated. */
export function cutOff(cause: unknown): RefusalError {
  return new RefusalError(refuse("malformed_request", "the body is truncated"), { cause });
}

export function isDuplicate(pointer: string): RefusalError {
  return wrong({ pointer, detail: "must not appear more than once" });
}

function openForm(raw: IncomingMessage): BusboyInstance {
  try {
    const isPartAFile = (name: string | undefined): boolean => name === filePartName;
    return new Busboy({ headers: raw.headers as BusboyHeaders, limits, isPartAFile });
  } catch (cause) {
    throw brokenForm(cause);
  }
}

function watchForm(
  form: BusboyInstance,
  raw: IncomingMessage,
  fail: (error: RefusalError) => void,
  receiving: () => Promise<unknown> | undefined,
): void {
  form.on("filesLimit", () => fail(isDuplicate(`/${filePartName}`)));
  for (const limit of ["fieldsLimit", "partsLimit"] as const) {
    form.on(limit, () =>
      fail(
        new RefusalError(refuse("malformed_request", "the form has more parts than this endpoint accepts")),
      ),
    );
  }
  form.on("error", (error) => fail(brokenForm(error)));
  finished(raw, { writable: false }, (error) => {
    if (error !== undefined && error !== null) return fail(cutOff(error));
    const failLate = (): void => void setTimeout(() => fail(brokenForm(undefined)), endMs).unref();
    return void Promise.resolve(receiving()).then(failLate, () => {});
  });
}

/** Text before the first part and after the last is ignored, but it is read. */
function watchLength(raw: IncomingMessage, maxBytes: number, fail: (error: RefusalError) => void): void {
  let size = 0;
  raw.on("data", (bytes: Buffer) => {
    size += bytes.length;
    if (size > maxBytes) fail(tooLarge());
  });
}

function takeField(
  fields: Record<string, string>,
  known: ReadonlySet<string>,
  {
    name,
    value,
    isCut,
  }: { readonly name: string | undefined; readonly value: string; readonly isCut: boolean },
): RefusalError | undefined {
  if (name === undefined || !known.has(name)) {
    return wrong({ pointer: `/${shownName(name ?? "")}`, detail: "is not a known property" });
  }
  const pointer = `/${name}`;
  if (fields[name] !== undefined) return isDuplicate(pointer);
  if (isCut) return wrong({ pointer, detail: `must have at most ${limits.fieldSize} bytes` });
  // The parser replaces invalid UTF-8 with this character.
  if (!isKeepableText(value) || value.includes("\uFFFD")) {
    return wrong({ pointer, detail: "must be UTF-8 text without NUL" });
  }
  fields[name] = value;
  return undefined;
}

function wrong(error: { readonly pointer: string; readonly detail: string }): RefusalError {
  const detail = `${error.pointer} ${error.detail}`;
  return new RefusalError(refuse("validation_failed", detail, { errors: [error] }));
}

function brokenForm(cause: unknown): RefusalError {
  return new RefusalError(refuse("malformed_request", "the body is not a complete multipart form"), {
    cause,
  });
}
