import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** WCAG 2.2 AA rules and axe's best practices. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

const withoutContrast = { runOnly: tags, rules: { "color-contrast": { enabled: false } } };
const onlyContrast = { runOnly: ["color-contrast"] };

/** Violations of every rule but color contrast, one line each. Elements that match `except` are left out. */
export function findStructureProblems(page: Page, except?: string): Promise<readonly string[]> {
  // Rules of the whole page apply only if the root is included.
  const context =
    except === undefined ? "document" : JSON.stringify({ include: ["html"], exclude: [except] });
  return runAxe(page, context, withoutContrast);
}

/** Color contrast violations of the whole page, one line each. */
export function findContrastProblems(page: Page): Promise<readonly string[]> {
  return runAxe(page, "document", onlyContrast);
}

/** Color contrast violations of the samples that `collectTextStyles` has kept for these styles. */
export function findContrastProblemsOf(page: Page, styles: readonly string[]): Promise<readonly string[]> {
  const samples = `${JSON.stringify(styles)}.map((style) => textSamples.get(style)).filter((element) => element?.isConnected)`;
  return runAxe(page, `{ include: ${samples} }`, onlyContrast);
}

/**
 * One string per style of visible text. Contrast is a function of the style: text of the same class, colors, size and
 * weight has the same contrast, in the other color scheme, too. The page keeps one element per style.
 */
export function collectTextStyles(page: Page): Promise<readonly string[]> {
  return page.evaluate(textStyles);
}

const textStyles = `(() => {
  const backgroundOf = (element) => {
    for (let each = element; each !== null; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (backgroundColor !== "rgba(0, 0, 0, 0)") return backgroundColor;
    }
    return "none";
  };
  globalThis.textSamples = new Map();
  for (const element of document.querySelectorAll("body *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    if (!(hasText || element.matches("input, select, textarea")) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const style = [element.getAttribute("class"), color, backgroundOf(element), fontSize, fontWeight].join(" ");
    if (!textSamples.has(style)) textSamples.set(style, element);
  }
  return [...textSamples.keys()];
})()`;

async function runAxe(page: Page, context: string, options: object): Promise<readonly string[]> {
  // Injected through the debugger, which the page's content security policy does not restrict.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axeSource);
  const parameters = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const violations = await page.evaluate<readonly Finding[]>(
    `axe.run(${context}, ${parameters}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}: ${failureSummary}`),
  );
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
