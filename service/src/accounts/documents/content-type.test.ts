import { expect, test } from "vitest";
import { sampleJpeg, samplePdf, samplePng } from "../../../test/documents.ts";
import { contentTypeOf, endsWell } from "./content-type.ts";

test.each([
  ["application/pdf", samplePdf()],
  ["application/pdf", Buffer.from("%PDF-2.0\n%%EOF")],
  ["image/png", samplePng],
  ["image/jpeg", sampleJpeg],
])("%s is found by its first bytes", async (type, bytes) => {
  expect(await contentTypeOf(bytes)).toBe(type);
});

const archive = Buffer.from("504b0304140000000000", "hex");
test.each([
  ["text", Buffer.from("hello")],
  ["nothing", Buffer.alloc(0)],
  ["a PDF behind a byte", Buffer.concat([Buffer.from(" "), samplePdf()])],
  ["a PDF behind a mark of UTF-8", Buffer.concat([Buffer.from("\ufeff"), samplePdf()])],
  ["a PDF without a version", Buffer.from("%PDF\n%%EOF")],
  ["an archive", archive],
  ["a GIF", Buffer.from("GIF89a")],
  [
    "a moving PNG",
    Buffer.concat([
      samplePng.subarray(0, 33),
      Buffer.from("000000086163544c0000000100000000b52ded33", "hex"),
    ]),
  ],
  ["the signature of a PNG and nothing of it", samplePng.subarray(0, 8)],
  ["a script", Buffer.from("#!/bin/sh\n%PDF-1.4")],
  ["a drawing", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a film", Buffer.from("0000001866747970697363", "hex")],
])("%s is none of them", async (_name, bytes) => {
  expect(await contentTypeOf(bytes)).toBeUndefined();
});

test("a PDF or PNG without its end was cut off; a JPEG may end in anything", () => {
  expect(endsWell("application/pdf", samplePdf())).toBe(true);
  expect(endsWell("application/pdf", samplePdf().subarray(0, -6))).toBe(false);
  expect(endsWell("image/png", samplePng)).toBe(true);
  expect(endsWell("image/png", samplePng.subarray(0, -1))).toBe(false);
  expect(endsWell("image/jpeg", sampleJpeg)).toBe(true);
});
