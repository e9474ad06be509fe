import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** The rules of WCAG 2.2 AA, and what axe calls good practice. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What differs from one look of a page to the next. In the dark only colours do; on a small screen everything else. */
export type Look = "light" | "dark" | "small";

const choices: Readonly<Record<Look, object>> = {
  light: { runOnly: tags },
  dark: { runOnly: ["color-contrast"] },
  small: { runOnly: tags, rules: { "color-contrast": { enabled: false } } },
};

/** What axe has to say against a page as it is now, one line for each thing. */
export async function findAccessibilityProblems(
  page: Page,
  look: Look = "light",
): Promise<readonly string[]> {
  // Through the debugger, which the page's own policy does not bind.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(await axeSource());
  const options = { ...choices[look], resultTypes: ["violations"] };
  const found = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  const { violations } = found as { readonly violations: readonly Finding[] };
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}: ${failureSummary}`),
  );
}

function axeSource(): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
}
