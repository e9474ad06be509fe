import { expect, test } from "vitest";
import { sampleJpeg, samplePdf, samplePng } from "../../../test/documents.ts";
import { contentTypeOf, endsWell } from "./content-type.ts";

test.each([
  ["application/pdf", samplePdf()],
  ["application/pdf", Buffer.from("%PDF-2.0\n%%EOF")],
  ["image/png", samplePng],
  ["image/jpeg", sampleJpeg],
])("%s is detected by its first bytes", async (type, bytes) => {
  expect(await contentTypeOf(bytes)).toBe(type);
});

const archive = Buffer.from("504b0304140000000000", "hex");
test.each([
  ["text", Buffer.from("hello")],
  ["nothing", Buffer.alloc(0)],
  ["a PDF after another byte", Buffer.concat([Buffer.from(" "), samplePdf()])],
  ["a PDF after a UTF-8 byte order mark", Buffer.concat([Buffer.from("\ufeff"), samplePdf()])],
  ["a PDF without a version", Buffer.from("%PDF\n%%EOF")],
  ["an archive", archive],
  ["a GIF", Buffer.from("GIF89a")],
  [
    "an animated PNG",
    Buffer.concat([
      samplePng.subarray(0, 33),
      Buffer.from("000000086163544c0000000100000000b52ded33", "hex"),
    ]),
  ],
  ["a PNG signature without content", samplePng.subarray(0, 8)],
  ["a script", Buffer.from("#!/bin/sh\n%PDF-1.4")],
  ["a drawing", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a film", Buffer.from("0000001866747970697363", "hex")],
])("%s has no supported type", async (_name, bytes) => {
  expect(await contentTypeOf(bytes)).toBeUndefined();
});

test("a PDF or PNG without its end marker is truncated; a JPEG may end in anything", () => {
  expect(endsWell("application/pdf", samplePdf())).toBe(true);
  expect(endsWell("application/pdf", samplePdf().subarray(0, -6))).toBe(false);
  expect(endsWell("image/png", samplePng)).toBe(true);
  expect(endsWell("image/png", samplePng.subarray(0, -1))).toBe(false);
  expect(endsWell("image/jpeg", sampleJpeg)).toBe(true);
});
