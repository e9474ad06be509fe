import { assert } from "../src/kernel/assert.ts";

export interface ReadPdf {
  readonly title: string;
  /** The texts of each page, in the order of drawing. */
  readonly pages: readonly (readonly string[])[];
}

/** Reads a PDF of uncompressed objects, from its cross-reference table: an object elsewhere is an error. */
export function readPdf(file: string): ReadPdf {
  assert(file.startsWith("%PDF-1.7\n") && file.endsWith("%%EOF\n"), "a PDF has its header and its end");
  const objects = readObjects(file);
  const objectOf = (reference: string | undefined): string => {
    const found = objects.get(Number(reference?.split(" ")[0]));
    assert(found !== undefined, "a reference has its object");
    return found;
  };
  const trailer = file.slice(file.lastIndexOf("trailer"));
  const root = objectOf(/\/Root (\d+ 0 R)/.exec(trailer)?.[1]);
  const tree = objectOf(/\/Pages (\d+ 0 R)/.exec(root)?.[1]);
  const kids = /\/Kids \[(.*?)\]/.exec(tree)?.[1]?.match(/\d+ 0 R/g) ?? [];
  assert(Number(/\/Count (\d+)/.exec(tree)?.[1]) === kids.length, "the page tree counts its pages");
  const pages = kids.map((kid) => {
    const page = objectOf(kid);
    const content = streamOf(objectOf(/\/Contents (\d+ 0 R)/.exec(page)?.[1]));
    const count = streamOf(objectOf(/\/Count (\d+ 0 R)/.exec(page)?.[1]));
    return textsOf(content.replace("/Count Do", count));
  });
  const information = objectOf(/\/Info (\d+ 0 R)/.exec(trailer)?.[1]);
  return {
    title: textsOf(information)[0] ?? "",
    pages,
  };
}

function readObjects(file: string): ReadonlyMap<number, string> {
  const start = Number(/startxref\n(\d+)\n/.exec(file.slice(-40))?.[1]);
  const table = file.slice(start);
  assert(table.startsWith("xref\n0 "), "startxref is the offset of the table");
  const lines = table.slice(0, table.indexOf("trailer")).split("\n").slice(3, -1);
  return new Map(
    lines.map((line, index) => {
      assert(/^\d{10} 00000 n $/.test(line), "an entry of the table has 20 bytes");
      const number = index + 1;
      const object = file.slice(Number(line.slice(0, 10)));
      assert(object.startsWith(`${number} 0 obj\n`), `the offset of object ${number} is right`);
      return [number, object.slice(0, object.indexOf("\nendobj\n"))];
    }),
  );
}

function streamOf(object: string): string {
  const start = object.indexOf("\nstream\n") + "\nstream\n".length;
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  assert(object.slice(start + length) === "\nendstream", "a stream has its length");
  return object.slice(start, start + length);
}

const windowsRange = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";

/** Literal strings that are shown, decoded. */
function textsOf(content: string): readonly string[] {
  const literals = content.match(/\((?:[^()\\]|\\\d{3}|\\[()\\])*\)(?= Tj| \/Producer)/g) ?? [];
  return literals.map((literal) =>
    literal.slice(1, -1).replace(/\\(\d{3}|.)/g, (_, escaped: string) => {
      if (!/^\d/.test(escaped)) return escaped;
      const code = Number.parseInt(escaped, 8);
      return code >= 0x80 && code < 0xa0 ? (windowsRange[code - 0x80] ?? "") : String.fromCharCode(code);
    }),
  );
}
