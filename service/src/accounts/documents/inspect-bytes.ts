import { createHash } from "node:crypto";
import { assert } from "../../kernel/assert.ts";
import { continuedStream } from "../../kernel/continued-stream.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { ByteStream } from "../../kernel/sealed-stream.ts";
import { contentTypeOf, endsWell, headBytes, tailBytes } from "./content-type.ts";
import type { DocumentContentType } from "./document.ts";
import { headProblem, scanOf, tailProblem, zipTailBytes } from "./scan-content.ts";

/** Type, size and hash of the bytes that passed through. */
export interface Inspection {
  readonly contentType: DocumentContentType;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Passes bytes through unchanged, and refuses those that are not a document, as early as possible. */
export function inspectBytes(
  bytes: ByteStream,
  pointer: string,
): { readonly stream: ByteStream; result(): Inspection } {
  let inspection: Inspection | undefined;
  async function* stream(): AsyncGenerator<Buffer> {
    const { head, rest } = await takeHead(bytes);
    const contentType = await contentTypeOf(head);
    if (contentType === undefined) throw notADocument(pointer, "must be a PDF, PNG or JPEG file");
    refuseProblem(pointer, headProblem(contentType, head));
    const scan = scanOf(contentType);
    const { passed, measured } = measure(rest);
    let tail: Buffer = Buffer.alloc(0);
    for await (const piece of passed) {
      refuseProblem(pointer, await scan.feed(piece));
      tail = Buffer.concat([tail, piece.subarray(-zipTailBytes)]).subarray(-zipTailBytes);
      yield piece;
    }
    if (!endsWell(contentType, tail.subarray(-tailBytes)))
      throw notADocument(pointer, "is truncated: part of the file is missing");
    refuseProblem(pointer, scan.end() ?? tailProblem(contentType, tail));
    inspection = { contentType, ...measured() };
  }
  return {
    stream: stream(),
    result: () => {
      assert(inspection !== undefined, "bytes are inspected once all of them have passed");
      return inspection;
    },
  };
}

/** Counts and hashes the bytes that pass. */
export function measure(bytes: ByteStream): {
  readonly passed: ByteStream;
  measured(): { readonly size: number; readonly sha256: Buffer };
} {
  const hash = createHash("sha256");
  let size = 0;
  async function* passed(): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
  }
  return { passed: passed(), measured: () => ({ size, sha256: hash.copy().digest() }) };
}

/** Reads until the header is complete; the rest starts with it. */
async function takeHead(bytes: ByteStream): Promise<{ readonly head: Buffer; readonly rest: ByteStream }> {
  const source = bytes[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < headBytes) {
    const { value, done } = await source.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  return { head, rest: continuedStream(head, source) };
}

function refuseProblem(pointer: string, problem: string | undefined): void {
  if (problem !== undefined) throw notADocument(pointer, problem);
}

function notADocument(pointer: string, detail: string): RefusalError {
  return new RefusalError(refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }));
}
