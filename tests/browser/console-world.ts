import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { startTestApi, type TestApi, type TestApiOptions } from "../../service/test/api.ts";
import { findAccessibilityProblems } from "./axe.ts";
import { withBrowser } from "./chromium.ts";

/** Somebody who is signed in; `createPerson` of service/test/console.ts makes one. */
export interface SignedIn {
  /** As the browser sends it: `name=value`. */
  readonly cookie: string;
}

/** A page of the console, and what was seen of it. */
export interface ConsolePage {
  readonly page: Page;
  /** Goes to a path of the console, such as `/ops/reviews`, and waits for its heading. */
  open(path: string): Promise<void>;
  /** A picture in light, in dark and on a small screen, if a folder for them is named; and no complaint of axe in any. */
  inspect(name: string): Promise<void>;
}

const screenshotFolder = process.env["SCREENSHOT_FOLDER"];
const wide = { width: 1280, height: 900 };
const small = { width: 360, height: 740 };

/** The whole service with the console's build, or with the one that CONSOLE_DIR names. */
export function startConsoleApi(options: TestApiOptions = {}): Promise<TestApi> {
  const folder = process.env["CONSOLE_DIR"];
  const chosen: Readonly<Record<string, string>> = folder === undefined ? {} : { CONSOLE_DIR: folder };
  return startTestApi({ ...options, environment: { ...chosen, ...options.environment } });
}

/** A browser at the console, in which somebody is signed in or nobody yet. Fails on any complaint of the browser. */
export async function atConsole(
  { baseUrl }: Pick<TestApi, "baseUrl">,
  person: SignedIn | undefined,
  use: (console: ConsolePage) => Promise<void>,
): Promise<void> {
  await withBrowser(async (context) => {
    if (person !== undefined) {
      const [name = "", value = ""] = person.cookie.split("=", 2);
      await context.addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: "Strict" }]);
    }
    const page = await context.newPage();
    const complaints = watch(page, baseUrl);
    await use({
      page,
      open: async (path) => {
        await page.goto(`${baseUrl}/console${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
      },
      inspect: (name) => inspect(page, name),
    });
    expect(complaints).toEqual([]);
  });
}

/** What a page must never do: fail in a script, offend its policy, or ask somebody else for anything. */
function watch(page: Page, baseUrl: string): readonly string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(?:data|blob):/.test(url)) complaints.push(`asked for ${url}`);
  });
  return complaints;
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
}

const settleMs = 30_000;
const isSettled =
  'document.querySelector("[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root") === null && document.getAnimations().every((animation) => animation.playState !== "running")';

/** Until it has these colours and nothing moves or loads any more: what is half faded in has no contrast yet. */
async function settle(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const hasColours = `document.documentElement.dataset.mantineColorScheme === "${colorScheme}"`;
  // Asked from outside again and again: within the page, its policy forbids to evaluate a text.
  await expect.poll(() => page.evaluate(`${hasColours} && ${isSettled}`), { timeout: settleMs }).toBe(true);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotFolder === undefined) return;
  await mkdir(screenshotFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
}
