import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { startTestApi, type TestApi, type TestApiOptions } from "../../service/test/api.ts";
import { retiredWordsIn } from "../tidy/language.ts";
import { findAccessibilityProblems } from "./axe.ts";
import { withBrowser } from "./chromium.ts";

/** A signed-in user, created by `createUser` of service/test/console.ts. */
export interface SignedIn {
  /** `name=value`, as sent by the browser. */
  readonly cookie: string;
}

/** A console page under test. */
export interface ConsolePage {
  readonly page: Page;
  /** Opens a console path, such as `/ops/reviews`, and waits for its heading. */
  open(path: string): Promise<void>;
  /** Runs axe in light, dark and small-screen variants, and takes screenshots if SCREENSHOT_FOLDER is set. */
  inspect(name: string): Promise<void>;
}

const screenshotFolder = process.env["SCREENSHOT_FOLDER"];
const wide = { width: 1280, height: 900 };
const small = { width: 360, height: 740 };

/** The whole service with the console build, or with the build in CONSOLE_DIR. */
export function startConsoleApi(options: TestApiOptions = {}): Promise<TestApi> {
  const folder = process.env["CONSOLE_DIR"];
  const chosen: Readonly<Record<string, string>> = folder === undefined ? {} : { CONSOLE_DIR: folder };
  return startTestApi({ ...options, environment: { ...chosen, ...options.environment } });
}

/** Opens the console, signed in or not. Fails on script errors, CSP violations and external requests. */
export async function atConsole(
  { baseUrl }: Pick<TestApi, "baseUrl">,
  user: SignedIn | undefined,
  use: (console: ConsolePage) => Promise<void>,
): Promise<void> {
  await withBrowser(async (context) => {
    if (user !== undefined) {
      const [name = "", value = ""] = user.cookie.split("=", 2);
      await context.addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: "Strict" }]);
    }
    const page = await context.newPage();
    const violations = watch(page, baseUrl);
    await use({
      page,
      open: async (path) => {
        await page.goto(`${baseUrl}/console${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
      },
      inspect: (name) => inspect(page, name),
    });
    expect(violations).toEqual([]);
  });
}

/** Collects script errors, CSP violations and requests to other origins. */
function watch(page: Page, baseUrl: string): readonly string[] {
  const violations: string[] = [];
  page.on("pageerror", (error) => violations.push(error.message));
  page.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) violations.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(?:data|blob):/.test(url)) violations.push(`requested ${url}`);
  });
  return violations;
}

async function inspect(page: Page, name: string): Promise<void> {
  for (const [look, colorScheme, viewport] of [
    ["light", "light", wide],
    ["dark", "dark", wide],
    ["small", "light", small],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    await settle(page, colorScheme);
    await shoot(page, `${name}-${look}`);
    const problems = await findAccessibilityProblems(page, look);
    if (problems.length > 0) expect.fail(`${name} in ${look}: ${problems.join("; ")}`);
    const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(isTooWide), `${name} in ${look} is wider than the screen`).toBe(false);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
  await inspectLanguage(page, name);
}

/** Labels, placeholders and headings use the terms of the field. */
async function inspectLanguage(page: Page, name: string): Promise<void> {
  const labels =
    'for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]")) texts.push(element.ariaLabel, element.placeholder, element.title);';
  const visible = await page.evaluate<string>(
    `(() => { const texts = [document.title, document.body.innerText]; ${labels} return texts.filter(Boolean).join("\\n"); })()`,
  );
  expect(visible.length, `${name} has text`).toBeGreaterThan(0);
  expect(retiredWordsIn(visible), `${name} uses retired words`).toEqual([]);
}

const settleMs = 30_000;
const isSettled =
  'document.querySelector("[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root") === null && document.getAnimations().every((animation) => animation.playState !== "running")';

/** Waits for the color scheme and for loading and animations to end: half-faded elements lack contrast. */
async function settle(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const hasColours = `document.documentElement.dataset.mantineColorScheme === "${colorScheme}"`;
  // Polled from outside, because the page's content security policy forbids eval.
  await expect.poll(() => page.evaluate(`${hasColours} && ${isSettled}`), { timeout: settleMs }).toBe(true);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotFolder === undefined) return;
  await mkdir(screenshotFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
}
