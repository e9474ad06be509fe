import { expect, test } from "vitest";
import { tagPositions } from "./tag-positions.ts";

test("every start tag is found, and nothing that only looks like one", () => {
  const text = [
    `<?xml version="1.0"?><!-- <no> don't > <no> -->`,
    `<a x="1 > 2" y='<"'><b/>`,
    "  <![CDATA[<no>]]></a  ><c",
    "  z='1'>&lt;no></c>",
  ].join("\n");
  expect(tagPositions(text)).toEqual([
    { line: 2, column: 1 },
    { line: 2, column: 21 },
    { line: 3, column: 25 },
  ]);
});

test("malformed markup does not loop", () => {
  for (const text of ["<", "<a", '<a x="', "<!--", "<!-->", "<![CDATA[", "<?"]) {
    expect(tagPositions(text).length).toBeLessThanOrEqual(1);
  }
});
