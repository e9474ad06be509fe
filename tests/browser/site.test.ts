import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../service/test/api.ts";
import {
  collectTextStyles,
  findContrastProblems,
  findContrastProblemsOf,
  findStructureProblems,
} from "./axe.ts";
import { withBrowser } from "./browser-context.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { isThorough } from "./inspect-page.ts";

let api: TestApi;
beforeAll(async () => {
  const script = join(import.meta.dirname, "../../site/build-if-stale.mjs");
  execFileSync(process.execPath, [script], { stdio: "inherit" });
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
});
afterAll(() => api.stop());

const wide = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };
const screenshotFolder = process.env["SCREENSHOT_FOLDER"];
const checkedStyles = new Set<string>();

/** Terms that readers search for, and the page that must be among the results. */
const searches: Readonly<Record<string, string>> = {
  "on-ramp": "guides/onramp",
  "off-ramp": "guides/offramp",
  swap: "guides/swap",
  bridge: "guides/payout",
  webhook: "guides/webhooks",
  signature: "guides/verify-webhooks",
  idempotency: "adr/0005-idempotency",
  insufficient_balance: "reference/errors",
  rate_limited: "reference/errors",
  FedNow: "guides/fednow",
  "micro-deposits": "guides/bank-links",
  "virtual account": "guides/automations",
  reserve: "operations/reserves",
  backup: "operations/backup",
  "master key": "operations/keys",
  sanctions: "operations/sanctions-screening",
  waitUntilFinal: "reference/sdk",
  Citus: "operations/citus",
  "custodial address": "concepts/addresses",
  "posting set": "concepts/ledger",
};

test.skipIf(!isChromiumInstalled)(
  `the documentation site is accessible in light, dark and on a phone, and loads nothing from other origins${whySkipped}`,
  async () => {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      const { requestedUrls, problems } = watch(page);
      for (const path of ["", "guides/quickstart.html", "guides/offramp.html", "reference/errors.html"]) {
        for (const look of ["light", "dark", "phone"] as const) {
          await page.setViewportSize(look === "phone" ? phone : wide);
          await page.emulateMedia({
            colorScheme: look === "dark" ? "dark" : "light",
            reducedMotion: "reduce",
          });
          await page.goto(`${api.baseUrl}/docs/${path}`);
          await page.locator("main h1").waitFor();
          await shoot(page, `${path.replaceAll("/", "-")}-${look}`);
          const isDark = await page.evaluate('document.documentElement.classList.contains("dark")');
          expect(isDark).toBe(look === "dark");
          const structure = isThorough || look === "light" ? await findStructureProblems(page) : [];
          const contrast = isThorough
            ? await findContrastProblems(page)
            : await findNewContrastProblems(page);
          expect([...structure, ...contrast], `${path} in ${look}`).toEqual([]);
          const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
          expect(await page.evaluate(isTooWide), `${path} in ${look} is wider than the screen`).toBe(false);
        }
      }
      expect(
        requestedUrls.filter((url) => !url.startsWith(`${api.baseUrl}/`) && !/^(?:data|blob):/.test(url)),
      ).toEqual([]);
      expect(problems).toEqual([]);
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `a chosen tab is chosen in all groups of the page${whySkipped}`,
  async () => {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      await page.setViewportSize(wide);
      await page.goto(`${api.baseUrl}/docs/guides/offramp.html`);
      const groups = page.locator(".vp-code-group");
      const chosen = groups.nth(3).getByText("TypeScript");
      await chosen.scrollIntoViewIfNeeded();
      const before = await chosen.boundingBox();
      await chosen.click();
      await groups.first().locator(".language-ts.active").waitFor({ state: "attached" });
      expect(await groups.count()).toBe(await groups.locator(".language-ts.active").count());
      // The page stays where the reader is.
      expect(Math.abs(((await chosen.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(20);
    });
  },
);

test.skipIf(!isChromiumInstalled)(`the search finds what readers look for${whySkipped}`, async () => {
  await withBrowser(async (context) => {
    const page = await context.newPage();
    const { requestedUrls, problems } = watch(page);
    await page.setViewportSize(wide);
    await page.goto(`${api.baseUrl}/docs/`);
    await page.getByRole("button", { name: "Search" }).first().click();
    for (const [term, path] of Object.entries(searches)) {
      await page.getByRole("searchbox").fill(term);
      const result = page.locator(`.results a[href^="/docs/${path}.html"]`).first();
      await result.waitFor({ timeout: 30_000 });
    }
    await shoot(page, "search");
    expect(requestedUrls.filter((url) => !url.startsWith(`${api.baseUrl}/`))).toEqual([]);
    expect(problems).toEqual([]);
  });
});

/** Styles of earlier pages are left out. A color scheme is part of its styles. */
async function findNewContrastProblems(page: Page): Promise<readonly string[]> {
  const styles = (await collectTextStyles(page)).filter((style) => !checkedStyles.has(style));
  for (const style of styles) checkedStyles.add(style);
  return styles.length === 0 ? [] : findContrastProblemsOf(page, styles);
}

/** What the page requests, and its errors, which include violations of the content security policy. */
function watch(page: Page): { readonly requestedUrls: string[]; readonly problems: string[] } {
  const requestedUrls: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  return { requestedUrls, problems };
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotFolder === undefined) return;
  await page.screenshot({ path: join(screenshotFolder, `site-${name}.png`) });
}
