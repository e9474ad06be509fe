import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../service/test/api.ts";
import { type BankLinkApi, startBankLinkApi } from "../../service/test/bank-links.ts";
import { withBrowser } from "./browser-context.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";

let testEnv: BankLinkApi;
let client: TestClient;
beforeAll(async () => {
  testEnv = await startBankLinkApi();
  client = await testEnv.api.createClient();
});
afterAll(() => testEnv.api.stop());

const screenshotFolder = process.env["SCREENSHOT_FOLDER"];

interface Watched {
  readonly page: Page;
  readonly requestedUrls: string[];
  readonly violations: string[];
}

async function open(context: BrowserContext, hash: string): Promise<Watched> {
  const page = await context.newPage();
  const requestedUrls: string[] = [];
  const violations: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  page.on("pageerror", (error) => violations.push(error.message));
  page.on("console", (message) => {
    if (/policy|refused/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(`${testEnv.api.baseUrl}/banklink/sandbox${hash}`);
  return { page, requestedUrls, violations };
}

async function hashOf(path = "/banklink/link_token"): Promise<string> {
  return new URL((await testEnv.send(client, "POST", path)).body.link_url).hash;
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotFolder === undefined) return;
  await page.screenshot({ path: `${screenshotFolder}/bank-link-${name}.png`, fullPage: true });
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

test.skipIf(!isChromiumInstalled)(
  `a test bank is linked by keyboard on a small screen, and the token is registered${whySkipped}`,
  async () => {
    await withBrowser(async (context) => {
      const hash = await hashOf();
      const { page, requestedUrls, violations } = await open(context, hash);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByText("For Test Account.").waitFor();
      await shoot(page, "pick-light");
      await page.emulateMedia({ colorScheme: "dark" });
      await shoot(page, "pick-dark");
      expect(await isTooWide(page)).toBe(false);
      await page.getByRole("radio", { name: /Lakeside/ }).focus();
      await page.keyboard.press("Space");
      await page.getByRole("radio", { name: "Savings" }).check();
      await page.getByRole("button", { name: "Link account" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Account linked" }).waitFor();
      expect(await page.evaluate("document.activeElement.id")).toBe("done");
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, "done-dark");
      await page.emulateMedia({ colorScheme: "light" });
      await shoot(page, "done-light");
      const publicToken = await page.getByLabel("Public token").inputValue();
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText(/Copied\.|to copy\./).waitFor();
      expect(page.url()).not.toContain("#");
      expect(requestedUrls.every((url) => url.startsWith(`${testEnv.api.baseUrl}/`))).toBe(true);
      expect(requestedUrls.filter((url) => url.split("#")[0]?.includes(hash.slice(1)))).toEqual([]);
      expect(violations).toEqual([]);
      const body = { public_token: publicToken, transfer_types: ["ach_debit"] };
      const { address_id } = (await testEnv.register(client, body)).body;
      const address = await testEnv.send(client, "GET", `/addresses/${address_id}`);
      expect(address.body).toMatchObject({ account_type: "savings", routing_number: "099900124" });
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `used, missing and renewal links are reported as such${whySkipped}`,
  async () => {
    await withBrowser(async (context) => {
      const publicToken = await testEnv.publicToken(client);
      const body = { public_token: publicToken, transfer_types: ["ach_debit"] };
      const { address_id } = (await testEnv.register(client, body)).body;
      const hash = await hashOf(`/addresses/${address_id}/update-link-token`);
      const { page } = await open(context, hash);
      await page.getByText(/Confirm that the account \*{4}\d{4} is still your account\./).waitFor();
      expect(await page.getByRole("radio").count()).toBe(0);
      await shoot(page, "renew");
      await page.getByRole("button", { name: "Renew link" }).click();
      await page.getByRole("heading", { name: "Account linked" }).waitFor();
      const used = await open(context, hash);
      await used.page.getByText("This link was already used; get a new one.").waitFor();
      await shoot(used.page, "used");
      expect(await used.page.getByRole("button").count()).toBe(0);
      const missing = await open(context, "");
      await missing.page.getByText("This page requires a link token").waitFor();
    });
  },
);
