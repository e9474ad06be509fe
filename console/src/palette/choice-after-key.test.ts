import { expect, test } from "vitest";
import { choiceAfterKey } from "./choice-after-key.ts";

test("arrow keys move through the options and wrap around", () => {
  expect(choiceAfterKey("ArrowDown", 0, 3)).toBe(1);
  expect(choiceAfterKey("ArrowDown", 2, 3)).toBe(0);
  expect(choiceAfterKey("ArrowUp", 0, 3)).toBe(2);
  expect(choiceAfterKey("PageDown", 0, 3)).toBe(2);
  expect(choiceAfterKey("PageUp", 2, 3)).toBe(0);
});

test("other keys and empty lists have no effect", () => {
  expect(choiceAfterKey("a", 1, 3)).toBeUndefined();
  expect(choiceAfterKey("ArrowDown", 0, 0)).toBeUndefined();
});
