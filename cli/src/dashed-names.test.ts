import { expect, test } from "vitest";
import { setDashedNamesApart } from "./dashed-names.ts";

const name = "-".padEnd(43, "aB3_-");

test.each([
  [
    ["a", name, "--yes"],
    ["a", "--yes", "--", name],
  ],
  [
    ["a", name, "--yes", "--", "-b"],
    ["a", "--yes", "--", name, "-b"],
  ],
  [
    ["list", "--subject", name, "--json"],
    ["list", `--subject=${name}`, "--json"],
  ],
])("a key id with a dash is separated from options: %j", (argv, expected) => {
  expect(setDashedNamesApart(argv)).toEqual(expected);
});

test.each([
  [[]],
  [["a", "-V", "--yes"]],
  [["a", "--"]],
  [["a", "--", name]],
  [["a", name.slice(1), `${name}a`, name.slice(0, -1)]],
  [["--reason", `${name.slice(0, -1)}!`]],
])("other arguments are unchanged: %j", (argv) => {
  expect(setDashedNamesApart(argv)).toEqual(argv);
});
