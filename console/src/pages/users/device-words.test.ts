import { expect, test } from "vitest";
import { deviceWords } from "./device-words.ts";

const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";

test.each([
  [chrome, "Chrome on Linux"],
  [`${chrome} Edg/150.0`, "Edge on Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "Unknown browser"],
])("%s is displayed as %s", (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});
