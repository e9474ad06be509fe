import { fileTypeFromBuffer } from "file-type";
import { type DocumentContentType, documentContentTypes } from "./document.ts";

/** How much of the beginning tells the type; more than the library ever looks at for these three. */
export const headBytes = 4_100;
/** How much of the end is looked at. Readers of PDF look for its mark in the last 1,024 bytes, and so do we. */
export const tailBytes = 1_024;

/** By content alone: a name and a declared type are only claims. The mark must stand at the very first byte. */
export async function contentTypeOf(head: Buffer): Promise<DocumentContentType | undefined> {
  const found = (await fileTypeFromBuffer(head))?.mime;
  const contentType = documentContentTypes.find((known) => known === found);
  return contentType !== undefined && beginsWell[contentType](head) ? contentType : undefined;
}

/** A file that was cut off on its way shows it at its end, where its type has an end. */
export function endsWell(contentType: DocumentContentType, tail: Buffer): boolean {
  const mark = endMarks[contentType];
  return mark === undefined || tail.includes(mark);
}

const pngBegin = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

const beginsWell: Readonly<Record<DocumentContentType, (head: Buffer) => boolean>> = {
  "application/pdf": (head) => /^%PDF-[12]\.\d/.test(head.toString("latin1", 0, 8)),
  // The signature and the header chunk, which comes first and has 13 bytes.
  "image/png": (head) => head.subarray(0, pngBegin.length).equals(pngBegin),
  "image/jpeg": (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
};

const endMarks: Readonly<Record<DocumentContentType, Buffer | undefined>> = {
  "application/pdf": Buffer.from("%%EOF"),
  "image/png": Buffer.from("0000000049454e44ae426082", "hex"),
  // Telephones append films and notes to their pictures, so the end of the file is not the end of the picture.
  "image/jpeg": undefined,
};
