import type { DocumentContentType } from "./document.ts";
import { scanPdf } from "./scan-pdf.ts";
import { scanJpeg, scanPng } from "./scan-picture.ts";
import type { ContentScan } from "./walk-bytes.ts";

/** A ZIP reader searches this many bytes at the end: the end record, and its longest comment. */
export const zipTailBytes = 22 + 65_535;

const scans: Readonly<Record<DocumentContentType, () => ContentScan>> = {
  "application/pdf": scanPdf,
  "image/png": scanPng,
  "image/jpeg": scanJpeg,
};

export function scanOf(contentType: DocumentContentType): ContentScan {
  return scans[contentType]();
}

const otherFormat = "is also a file of another format";
/** Browsers look for these in the first 1,445 bytes (WHATWG MIME Sniffing §5.2). */
const markup = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed|\?php)[\s>/]/i;

/** A file that a program for another format would open, too. */
export function headProblem(contentType: DocumentContentType, head: Buffer): string | undefined {
  const text = head.toString("latin1");
  // Readers accept a PDF that begins within the first 1,024 bytes.
  const isPdf = contentType !== "application/pdf" && text.slice(0, 1_029).includes("%PDF-");
  return isPdf || markup.test(text) ? otherFormat : undefined;
}

/** `tail` has the last bytes of the file, as many as a ZIP reader searches. */
export function tailProblem(contentType: DocumentContentType, tail: Buffer): string | undefined {
  if (isZip(tail)) return otherFormat;
  if (contentType !== "application/pdf") return undefined;
  const rest = tail.subarray(tail.lastIndexOf("%%EOF") + "%%EOF".length);
  return /^[\s\0]*$/.test(rest.toString("latin1")) ? undefined : "has data after its end";
}

const endRecord = Buffer.from("504b0506", "hex");
const endRecordBytes = 22;

/** Whether it ends with the end record of a ZIP archive, whose comment reaches to the end. */
function isZip(tail: Buffer): boolean {
  for (let at = tail.indexOf(endRecord); at >= 0; at = tail.indexOf(endRecord, at + 1)) {
    if (at + endRecordBytes > tail.length) return false;
    if (at + endRecordBytes + tail.readUInt16LE(at + endRecordBytes - 2) === tail.length) return true;
  }
  return false;
}
