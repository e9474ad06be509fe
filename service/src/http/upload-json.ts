import type { IncomingMessage } from "node:http";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { createBase64Decoder } from "./base64-stream.ts";
import { createFileScanner, type FileScanner, type FileText } from "./json-file-scanner.ts";
import { type FilePart, fileMemberName, type ReceivedFile } from "./route.ts";
import { cutOff, isDuplicate, refuseByLength, tooLarge } from "./upload-form.ts";

/** Maximum size of the body without the file. */
const maxRestBytes = 64 * 1024;
/** Base64 turns three bytes into four; escapes add a little more. */
const maxLengthOf = (maxBytes: number): number => Math.ceil(maxBytes * (4 / 3) * 1.25) + maxRestBytes;

const pointer = `/${fileMemberName}`;

/** Reads a JSON body with a file in base64. The file is streamed to `receive`; the rest is returned. */
export async function readJsonUpload(
  raw: IncomingMessage,
  { maxBytes }: Pick<FilePart, "maxBytes">,
  receive: (bytes: AsyncIterable<Buffer>) => Promise<ReceivedFile>,
): Promise<{ readonly rest: Buffer; readonly file: ReceivedFile | undefined }> {
  refuseByLength(raw, maxLengthOf(maxBytes));
  const scanner = createFileScanner();
  const texts = scanned(raw, scanner);
  let file: ReceivedFile | undefined;
  try {
    while ((await texts.next()).done !== true) {
      if (file !== undefined) throw isDuplicate(pointer);
      file = await receive(decoded(texts));
    }
    return { rest: scanner.rest(), file };
  } catch (error) {
    // Detaches from the request, so that the rest of it can be read to its end.
    await texts.return();
    await file?.discard();
    throw error;
  }
}

async function* scanned(raw: IncomingMessage, scanner: FileScanner): AsyncGenerator<FileText, void> {
  try {
    for await (const bytes of raw.iterator({ destroyOnReturn: false })) {
      yield* scanner.push(bytes as Buffer);
      if (scanner.restBytes() > maxRestBytes) throw tooLarge();
    }
  } catch (error) {
    throw error instanceof RefusalError ? error : cutOff(error);
  }
}

/** The bytes between the quotes; ends with them, and leaves the rest to the caller. */
async function* decoded(texts: AsyncGenerator<FileText, void>): AsyncGenerator<Buffer> {
  const decoder = createBase64Decoder();
  for (;;) {
    const { value, done } = await texts.next();
    if (done === true || value.type === "end") break;
    const bytes = value.type === "text" ? decoder.push(value.text) : Buffer.alloc(0);
    if (bytes === undefined) throw notBase64();
    if (bytes.length > 0) yield bytes;
  }
  if (!decoder.isWhole()) throw notBase64();
}

function notBase64(): RefusalError {
  const detail = "must be base64 (RFC 4648 §4) with padding and without line breaks";
  return new RefusalError(
    refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }),
  );
}
