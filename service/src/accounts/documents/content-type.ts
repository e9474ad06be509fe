import { fileTypeFromBuffer } from "file-type";
import { type DocumentContentType, documentContentTypes } from "./document.ts";

/** Leading bytes needed to detect the type; more than the library reads for these three. */
export const headBytes = 4_100;
/** Trailing bytes to check. PDF readers search for the end marker in the last 1,024 bytes. */
export const tailBytes = 1_024;

/** By content only: file name and declared type are not trusted. The signature must start at the first byte. */
export async function contentTypeOf(head: Buffer): Promise<DocumentContentType | undefined> {
  const found = (await fileTypeFromBuffer(head))?.mime;
  const contentType = documentContentTypes.find((known) => known === found);
  return contentType !== undefined && beginsWell[contentType](head) ? contentType : undefined;
}

/** Detects truncated files of types that have an end marker. */
export function endsWell(contentType: DocumentContentType, tail: Buffer): boolean {
  const mark = endMarks[contentType];
  return mark === undefined || tail.includes(mark);
}

const pngBegin = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

const beginsWell: Readonly<Record<DocumentContentType, (head: Buffer) => boolean>> = {
  "application/pdf": (head) => /^%PDF-[12]\.\d/.test(head.toString("latin1", 0, 8)),
  // The signature and the header chunk, which is first and has 13 bytes.
  "image/png": (head) => head.subarray(0, pngBegin.length).equals(pngBegin),
  "image/jpeg": (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
};

const endMarks: Readonly<Record<DocumentContentType, Buffer | undefined>> = {
  "application/pdf": Buffer.from("%%EOF"),
  "image/png": Buffer.from("0000000049454e44ae426082", "hex"),
  // Phones append videos and notes to pictures, so the end of the file is not the end of the picture.
  "image/jpeg": undefined,
};
