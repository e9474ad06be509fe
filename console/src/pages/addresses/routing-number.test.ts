import { expect, test } from "vitest";
import { describeRoutingNumber } from "./routing-number.ts";

test.each([
  ["021000021", { district: "New York" }],
  ["122105155", { district: "San Francisco" }],
  ["221172186", { district: "New York" }],
  ["02100002", {}],
  ["021000022", { problem: "The check digit is wrong: compare the number with a check or a statement." }],
  ["500000005", {}],
])("routing number %s", (text, described) => {
  expect(describeRoutingNumber(text)).toEqual(described);
});
