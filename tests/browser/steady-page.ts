import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** The documentation site's font, so that text has the same size on every machine. */
const fontFile = createRequire(import.meta.url).resolve(
  "vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2",
);

/** Loads the font and uses it for everything. A page that is loaded again needs it again. */
export async function useOneFont(page: Page): Promise<void> {
  const font = readFileSync(fontFile).toString("base64");
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob("${font}"), (character) => character.charCodeAt(0));
    document.fonts.add(await new FontFace("Steady", bytes, { weight: "100 900" }).load());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { font-family: Steady !important; font-synthesis: none; }");
    document.adoptedStyleSheets.push(sheet);
  })()`);
}

/** Replaces what is different in each run: the focus, ids, keys, addresses, ports, and how long a request took. */
export async function steadyTexts(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const steady = (text) => ${JSON.stringify(replacements)}.reduce(
      (result, [pattern, flags, digit]) => result.replace(new RegExp(pattern, flags), (found, ...groups) =>
        digit.length === 1 ? digit.repeat(found.length) : digit), text);
    document.activeElement?.blur();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = steady(node.data);
      if (text !== node.data) node.data = text;
    }
    for (const input of document.querySelectorAll("input[readonly]")) input.value = steady(input.value);
  })()`);
}

/** A pattern, its flags, and a character for each found one, or the whole replacement. */
const replacements: readonly (readonly [pattern: string, flags: string, replacement: string])[] = [
  ["\\b(?:127\\.0\\.0\\.1|localhost):\\d+", "g", "127.0.0.1:8080"],
  ["\\b0x[0-9a-fA-F]{6,}", "g", "0"],
  ["…[0-9A-Za-z]{4,}", "g", "…00000000"],
  ["\\b(?=\\w*\\d)[0-9A-Za-z_-]{16,}\\b", "g", "0"],
  ["\\b\\d{8,}\\b", "g", "0"],
  ["\\b\\d+(?:\\.\\d+)? ms\\b", "g", "5 ms.."],
];
