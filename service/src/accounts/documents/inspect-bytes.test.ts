import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jpegOf, samplePdf, samplePng } from "../../../test/documents.ts";
import { RefusalError } from "../../kernel/refusal.ts";
import { inspectBytes } from "./inspect-bytes.ts";

/** What is wrong with a file that arrives in pieces of this size; undefined if it is accepted. */
async function problemOf(file: Buffer, pieceBytes = 65_536): Promise<string | undefined> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let start = 0; start < file.length; start += pieceBytes)
      yield file.subarray(start, start + pieceBytes);
  }
  try {
    const passed: Buffer[] = [];
    for await (const piece of inspectBytes(pieces(), "/file").stream) passed.push(piece);
    expect(Buffer.concat(passed).equals(file)).toBe(true);
    return undefined;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    expect(error.refusal).toMatchObject({ code: "unprocessable", errors: [{ pointer: "/file" }] });
    return error.refusal.errors?.[0]?.detail;
  }
}

function pngOf(width: number, height: number): Buffer {
  const png = Buffer.from(samplePng);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

const pdfOf = (...objects: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    ...objects.map((object, index) =>
      Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]),
    ),
    Buffer.from("trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"),
  ]);

function streamOf(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from("\nendstream"),
  ]);
}

const objectStream = (content: string, dictionary = "/Filter/FlateDecode"): Buffer =>
  streamOf(`/Type/ObjStm/N 1/First 4${dictionary}`, deflateSync(Buffer.from(content)));

const catalog = "<</Type/Catalog/Pages 2 0 R>>";
const action = "<</S/JavaScript/JS(app.alert(1))>>";
const padding = "x".repeat(100_000);

describe("accepted:", () => {
  test.each([
    ["a PDF", samplePdf(300_000)],
    ["a PDF with a link", pdfOf(catalog, "<</Type/Action/S/URI/URI(https://example.com)>>")],
    ["a PDF that opens at a page", pdfOf("<</Type/Catalog/OpenAction[3 0 R/Fit]>>")],
    ["a PDF with objects in a stream", pdfOf(catalog, objectStream("3 0 <</Type/Page/Parent 2 0 R>>"))],
    ["a PDF that says JavaScript in its text", pdfOf(streamOf("", Buffer.from("(We use JavaScript) Tj")))],
    ["a PDF with spaces after its end", Buffer.concat([samplePdf(), Buffer.from("\r\n\0\0\n")])],
    ["a PDF of 500 pages", pdfOf("<</Type/Pages/Count 500/Kids[]>>", "<</Type/Page>>".repeat(500))],
    ["a PNG of 108 megapixels", pngOf(12_000, 9_000)],
    ["a JPEG of 108 megapixels", jpegOf(12_000, 9_000)],
  ])("%s", async (_what, file) => {
    expect(await problemOf(file)).toBeUndefined();
    expect(await problemOf(file, 777)).toBeUndefined();
  });
});

describe("refused:", () => {
  const active = (name: string) => `contains active content (${name}); print it to a new PDF`;
  const unchecked = "has compressed objects that cannot be checked; print it to a new PDF";
  const otherFormat = "is also a file of another format";
  const tooLarge = "is a picture of more than 120 megapixels";
  test.each([
    ["JavaScript", pdfOf(catalog, action), active("JavaScript")],
    [
      "JavaScript with an escaped name",
      pdfOf(catalog, action.replace("Java", "#4a#61v#61")),
      active("JavaScript"),
    ],
    ["JavaScript far behind", pdfOf(catalog, `(${padding})`, action), active("JavaScript")],
    ["JavaScript in an object stream", pdfOf(catalog, objectStream(`3 0 ${action}`)), active("JavaScript")],
    [
      "JavaScript in a stream that a reference points into",
      pdfOf(streamOf("", Buffer.from(action))),
      active("JavaScript"),
    ],
    ["an action at opening", pdfOf("<</Type/Catalog/OpenAction 5 0 R>>"), active("OpenAction")],
    ["a program start", pdfOf("<</S/Launch/F(cmd.exe)>>"), active("Launch")],
    ["an embedded file", pdfOf("<</Names<</EmbeddedFiles 4 0 R>>>>"), active("EmbeddedFile")],
    ["rich media", pdfOf("<</Subtype/RichMedia>>"), active("RichMedia")],
    ["a form that sends data", pdfOf("<</S/SubmitForm/F(https://example.com)>>"), active("SubmitForm")],
    ["an XFA form", pdfOf("<</AcroForm<</XFA 9 0 R>>>>"), active("XFA")],
    ["encryption", pdfOf(catalog, "<</Encrypt 7 0 R>>"), "is encrypted; remove its password"],
    [
      "an object stream with two filters",
      pdfOf(objectStream("", "/Filter[/ASCII85Decode/FlateDecode]")),
      unchecked,
    ],
    ["an object stream with an indirect filter", pdfOf(objectStream("", "/Filter 9 0 R")), unchecked],
    [
      "an object stream with a predictor",
      pdfOf(objectStream("", "/Filter/FlateDecode/DecodeParms<</Predictor 12>>")),
      unchecked,
    ],
    ["an object stream with a hidden filter", pdfOf(objectStream("", "/F#69lter/FlateDecode")), unchecked],
    ["an object stream that is a bomb", pdfOf(objectStream("0".repeat(20_000_000))), unchecked],
    [
      "an object stream without data",
      pdfOf(streamOf("/Type/ObjStm/Filter/FlateDecode", Buffer.from("?"))),
      unchecked,
    ],
    ["too many pages", pdfOf("<</Type/Pages/Count 501/Kids[]>>"), "has more than 500 pages"],
    ["too many page objects", pdfOf("<</Type /Page>>".repeat(501)), "has more than 500 pages"],
    [
      "a huge picture in a PDF",
      pdfOf("<</Subtype/Image/Width 60000/Height 60000>>"),
      "contains a picture that is too large",
    ],
    [
      "a PDF that is a page, too",
      Buffer.from("%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF\n"),
      otherFormat,
    ],
    [
      "a PDF with data after its end",
      Buffer.concat([samplePdf(), Buffer.from("<b>")]),
      "has data after its end",
    ],
    [
      "a PDF that is an archive, too",
      Buffer.concat([samplePdf(), Buffer.from("504b0506", "hex"), Buffer.alloc(18)]),
      "is also a file of another format",
    ],
    ["a PNG bomb", pngOf(60_000, 60_000), tooLarge],
    ["a PNG of many pixels", pngOf(12_001, 10_000), tooLarge],
    ["a PNG without pixels", pngOf(0, 5), "has no pixels"],
    [
      "a PNG with data after its end",
      Buffer.concat([samplePng, samplePng]),
      "has data after the end of the picture",
    ],
    ["a JPEG bomb", jpegOf(60_000, 60_000), tooLarge],
    [
      "a JPEG without a frame",
      Buffer.concat([Buffer.from("ffd8ffe000040000ffda", "hex"), Buffer.alloc(50)]),
      "is not a valid JPEG file",
    ],
    [
      "a JPEG that ends before its frame",
      Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
      "is truncated: part of the file is missing",
    ],
    [
      "a JPEG that is an archive, too",
      Buffer.concat([jpegOf(5, 5), Buffer.from("504b0506", "hex"), Buffer.alloc(18)]),
      otherFormat,
    ],
    [
      "a JPEG that is a PDF, too",
      Buffer.concat([
        Buffer.from("ffd8ffe1000d", "hex"),
        Buffer.from("%PDF-1.4 \n"),
        jpegOf(5, 5).subarray(2),
      ]),
      otherFormat,
    ],
  ])("%s", async (_what, file, problem) => {
    expect(await problemOf(file)).toBe(problem);
    expect(await problemOf(file, 777)).toBe(problem);
  });
});

test("the result does not depend on the sizes of the pieces", async () => {
  const files = [
    pdfOf(catalog, objectStream(`3 0 ${action}`)),
    pngOf(60_000, 1),
    jpegOf(200, 60_000),
    pdfOf(action),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.integer({ min: 1, max: 900 }),
      async (file, pieceBytes) => {
        expect(await problemOf(file, pieceBytes)).toBe(await problemOf(file));
      },
    ),
    { numRuns: 40 },
  );
});

test("any bytes get a result, and none throws", async () => {
  const heads = fc.constantFrom(
    Buffer.from("%PDF-1.7\n"),
    samplePng.subarray(0, 33),
    jpegOf(5, 5).subarray(0, 30),
  );
  await fc.assert(
    fc.asyncProperty(heads, fc.uint8Array({ maxLength: 500 }), async (head, rest) => {
      await problemOf(Buffer.concat([head, rest]), 64);
    }),
  );
});
