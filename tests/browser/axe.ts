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

/** What axe has to say against a page as it is now, one line for each thing. */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Through the debugger, which the page's own policy does not bind.
  await page.evaluate(source);
  const run = `axe.run(document, { runOnly: { type: "tag", values: ${JSON.stringify(tags)} } })`;
  const { violations } = (await page.evaluate(run)) as { readonly violations: readonly Finding[] };
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}: ${failureSummary}`),
  );
}
