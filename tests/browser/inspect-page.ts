import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isLong } from "../../service/test/scale.ts";
import { retiredWordsIn } from "../tidy/language.ts";
import {
  collectTextStyles,
  findContrastProblems,
  findContrastProblemsOf,
  findStructureProblems,
} from "./axe.ts";

/** Page variants. Dark mode differs only in colors; a small screen in everything else. */
type Look = "light" | "dark" | "small";

const screenshotFolder = process.env["SCREENSHOT_FOLDER"];
const wide = { width: 1280, height: 900 };
const small = { width: 360, height: 740 };

/** The long run inspects everything, in every variant. */
export const isThorough = isLong || screenshotFolder !== undefined;

/** Text styles whose contrast was checked in light and dark mode, on any page of this worker. */
const checkedStyles = new Set<string>();

/**
 * Fails on accessibility violations, on a page that is wider than a small screen, and on retired words. A worker checks
 * each text style, header and navigation once. The long run applies all rules to the whole page, in dark mode and on a
 * small screen, too. Takes screenshots if SCREENSHOT_FOLDER is set.
 */
export async function inspectPage(page: Page, name: string): Promise<void> {
  await show(page, name, "light");
  refuse(await findStructureProblems(page, await findCheckedFrame(page)), `${name} in light mode`);
  const styles = (await collectTextStyles(page)).filter((style) => !checkedStyles.has(style));
  if (styles.length > 0) refuse(await findContrastProblemsOf(page, styles), `${name} in light mode`);
  if (isThorough) refuse(await findContrastProblems(page), `${name} in light mode`);
  await inspectLanguage(page, name);
  if (isThorough || styles.length > 0) {
    await show(page, name, "dark");
    if (styles.length > 0) refuse(await findContrastProblemsOf(page, styles), `${name} in dark mode`);
    if (isThorough) refuse(await findContrastProblems(page), `${name} in dark mode`);
  }
  for (const style of styles) checkedStyles.add(style);
  await show(page, name, "small");
  if (isThorough) refuse(await findStructureProblems(page), `${name} on a small screen`);
  await page.setViewportSize(wide);
}

const checkedFrames = new Set<string>();

/** Header and navigation of the console if an earlier page of this worker had the same ones. */
async function findCheckedFrame(page: Page): Promise<string | undefined> {
  const selector = "header, nav[aria-label=Main]";
  const texts = await page.locator(selector).allInnerTexts();
  const frame = texts.join("\n");
  if (!isThorough && checkedFrames.has(frame)) return selector;
  checkedFrames.add(frame);
  return undefined;
}

/** Also refuses a page that is wider than the screen. */
async function show(page: Page, name: string, look: Look): Promise<void> {
  const colorScheme = look === "dark" ? "dark" : "light";
  await page.emulateMedia({ colorScheme });
  if (look === "small") await page.setViewportSize(small);
  await settle(page, colorScheme);
  await shoot(page, `${name}-${look}`);
  const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
  expect(await page.evaluate(isTooWide), `${name} in ${look} is wider than the screen`).toBe(false);
}

function refuse(problems: readonly string[], where: string): void {
  if (problems.length > 0) expect.fail(`${where}: ${problems.join("; ")}`);
}

/** Labels, placeholders and headings use the terms of the field. */
async function inspectLanguage(page: Page, name: string): Promise<void> {
  const labels =
    'for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]")) texts.push(element.ariaLabel, element.placeholder, element.title);';
  const visible = await page.evaluate<string>(
    `(() => { const texts = [document.title, document.body.innerText]; ${labels} return texts.filter(Boolean).join("\\n"); })()`,
  );
  expect(visible.length, `${name} has text`).toBeGreaterThan(0);
  // The end of an id is a word by chance.
  const text = visible.replaceAll(/…[0-9A-Za-z]+/g, "");
  expect(retiredWordsIn(text), `${name} uses retired words`).toEqual([]);
}

/** Below the second-factor dialog, an action waits for it: only the dialog is settled. */
const isSettled = `(() => {
  const dialogs = [...document.querySelectorAll("[role=dialog]")];
  const above = dialogs.find(({ textContent }) => textContent.includes("Confirm it's you"));
  const place = above ?? document;
  return place.querySelector("[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root") === null
    && document.getAnimations().every(({ playState, effect }) =>
      playState !== "running" || (above !== undefined && effect.target.closest("[data-loading]") !== null));
})()`;

/** Waits for the color scheme and for loading and animations to end: half-faded elements lack contrast. */
export async function settle(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const hasColors = `document.documentElement.dataset.mantineColorScheme === "${colorScheme}"`;
  // Polled from outside, because the page's content security policy forbids eval.
  await expect.poll(() => page.evaluate(`${hasColors} && ${isSettled}`)).toBe(true);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotFolder === undefined) return;
  await mkdir(screenshotFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
}
