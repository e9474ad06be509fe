import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** WCAG 2.2 AA rules and axe's best practices. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Page variants. Dark mode differs only in colors; a small screen in everything else. */
export type Look = "light" | "dark" | "small";

const choices: Readonly<Record<Look, object>> = {
  light: { runOnly: tags },
  dark: { runOnly: ["color-contrast"] },
  small: { runOnly: tags, rules: { "color-contrast": { enabled: false } } },
};

/** Accessibility violations that axe finds on the current page, one line each. */
export async function findAccessibilityProblems(
  page: Page,
  look: Look = "light",
): Promise<readonly string[]> {
  // Injected through the debugger, which the page's content security policy does not restrict.
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
