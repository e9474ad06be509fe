import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestApi, TestClient } from "./api.ts";

/** A PDF of about this many bytes, without repetition. */
export function samplePdf(size = 2_000): Buffer {
  const [begin, end] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\n"), Buffer.from("\nstartxref\n0\n%%EOF\n")];
  return Buffer.concat([begin, randomBytes(Math.max(0, size - begin.length - end.length)), end]);
}

/** One grey pixel. */
export const samplePng: Buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

/** The segments of a picture of this size, followed by bytes as a phone might add them. */
export function jpegOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([
    Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
    Buffer.from("ffc0000b08", "hex"),
    size,
    Buffer.from("01011100ffda0008010100003f00ffd9", "hex"),
    randomBytes(500),
  ]);
}

export const sampleJpeg: Buffer = jpegOf(640, 480);

export interface FormPart {
  readonly name: string;
  readonly content: string | Buffer;
  readonly headers?: readonly string[];
}

export const boundary = "a-boundary";
export const formType = `multipart/form-data; boundary=${boundary}`;

export function filePart(content: Buffer, name = "file"): FormPart {
  return { name, content, headers: ["Content-Type: text/html"] };
}

/** RFC 7578, as a browser writes it. */
export function writeForm(parts: readonly FormPart[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap(({ name, content, headers = [] }) => {
    const fileName = headers.length > 0 ? `; filename="../../etc/passwd.exe"` : "";
    const disposition = `Content-Disposition: form-data; name="${name}"${fileName}`;
    const head = [`--${boundary}`, disposition, ...headers, "", ""].join("\r\n");
    return [Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")];
  });
  return new Uint8Array(Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]));
}

export function stagingForm(
  file: Buffer,
  fields: Readonly<Record<string, string>> = { document_kind: "ein_letter" },
): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  return writeForm([...parts, filePart(file)]);
}

/** Stages one document, which must succeed, and returns its id. */
export async function stage(
  api: TestApi,
  { token }: Pick<TestClient, "token">,
  file: Buffer = samplePdf(),
  fields: Readonly<Record<string, string>> = { document_kind: "ein_letter" },
): Promise<string> {
  const { status, text, body } = await api.request("POST", "/documents", {
    token,
    rawBody: stagingForm(file, fields),
    headers: { "content-type": formType },
  });
  if (status !== 201) throw new Error(`a document was not staged: ${text}`);
  return body.doc_submission_id;
}

/** Every file below a folder, by its relative path. */
export async function pathsBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
