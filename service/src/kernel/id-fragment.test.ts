import { expect, test } from "vitest";
import { readIdFragment } from "./id-fragment.ts";

test("the end of an id is a range of the reversed end", () => {
  const expected = { tail: { from: "EGAD486Z", to: "EGAD486Z~" }, prefix: { from: "", to: "" } };
  for (const text of ["Z684DAGE", "…Z684DAGE", "...z684dage"])
    expect(readIdFragment(text)).toEqual({ ...expected, text: "Z684DAGE" });
  expect(readIdFragment("9Z684DAGE")?.tail).toEqual(expected.tail);
});

test("the beginning of an id is a range only if it has the whole time", () => {
  expect(readIdFragment("01JD7Q2M8W")?.prefix).toEqual({ from: "01JD7Q2M8W", to: "01JD7Q2M8W~" });
  expect(readIdFragment("01JD7Q2M8")?.prefix).toEqual({ from: "", to: "" });
});

test.each(["684D", "Initech LLC", "55.01", "IIIIIIII", "0xabc123", "01JD7Q2M8W3T5V6X9YZABCDEFG"])(
  "%s is not a part of an id",
  (text) => expect(readIdFragment(text)).toBeUndefined(),
);
