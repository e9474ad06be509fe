import { expect, test } from "vitest";
import { choiceAfterKey } from "./choice-after-key.ts";

test("the arrows go through the choices, and round their ends", () => {
  expect(choiceAfterKey("ArrowDown", 0, 3)).toBe(1);
  expect(choiceAfterKey("ArrowDown", 2, 3)).toBe(0);
  expect(choiceAfterKey("ArrowUp", 0, 3)).toBe(2);
  expect(choiceAfterKey("PageDown", 0, 3)).toBe(2);
  expect(choiceAfterKey("PageUp", 2, 3)).toBe(0);
});

test("other keys, and an empty list, change nothing", () => {
  expect(choiceAfterKey("a", 1, 3)).toBeUndefined();
  expect(choiceAfterKey("ArrowDown", 0, 0)).toBeUndefined();
});
