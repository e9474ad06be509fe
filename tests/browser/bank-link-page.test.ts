import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../service/test/api.ts";
import { type BankLinkApi, startBankLinkApi } from "../../service/test/bank-links.ts";
import { closeBrowser, isChromiumInstalled, withBrowser } from "./chromium.ts";

afterAll(closeBrowser);

let world: BankLinkApi;
let client: TestClient;
beforeAll(async () => {
  world = await startBankLinkApi();
  client = await world.api.createClient();
});
afterAll(() => world.api.stop());

const reason = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";
const screenshotFolder = process.env["SCREENSHOT_FOLDER"];

interface Watched {
  readonly page: Page;
  readonly asked: string[];
  readonly complaints: string[];
}

async function open(context: BrowserContext, hash: string): Promise<Watched> {
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/policy|refused/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${world.api.baseUrl}/banklink/sandbox${hash}`);
  return { page, asked, complaints };
}

async function hashOf(path = "/banklink/link_token"): Promise<string> {
  return new URL((await world.send(client, "POST", path)).body.callback_url).hash;
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotFolder === undefined) return;
  await page.screenshot({ path: `${screenshotFolder}/bank-link-${name}.png`, fullPage: true });
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

test.skipIf(!isChromiumInstalled)(
  `somebody links a test bank with the keyboard on a small screen, and the token is registered${reason}`,
  async () => {
    await withBrowser(async (context) => {
      const hash = await hashOf();
      const { page, asked, complaints } = await open(context, hash);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByText("For Test Account.").waitFor();
      await shoot(page, "pick-light");
      await page.emulateMedia({ colorScheme: "dark" });
      await shoot(page, "pick-dark");
      expect(await isTooWide(page)).toBe(false);
      await page.getByRole("radio", { name: /Lakeside/ }).focus();
      await page.keyboard.press("Space");
      await page.getByRole("radio", { name: "Savings" }).check();
      await page.getByRole("button", { name: "Link this account" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Your account is linked" }).waitFor();
      expect(await page.evaluate("document.activeElement.id")).toBe("done");
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, "done-dark");
      await page.emulateMedia({ colorScheme: "light" });
      await shoot(page, "done-light");
      const publicToken = await page.getByLabel("Public token").inputValue();
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText(/Copied\.|to copy\./).waitFor();
      expect(page.url()).not.toContain("#");
      expect(asked.every((url) => url.startsWith(`${world.api.baseUrl}/`))).toBe(true);
      expect(asked.filter((url) => url.split("#")[0]?.includes(hash.slice(1)))).toEqual([]);
      expect(complaints).toEqual([]);
      const body = { public_token: publicToken, transfer_types: ["ach_debit"] };
      const { address_id } = (await world.register(client, body)).body;
      const address = await world.send(client, "GET", `/addresses/${address_id}`);
      expect(address.body).toMatchObject({ account_type: "savings", routing_number: "099900124" });
    });
  },
  60_000,
);

test.skipIf(!isChromiumInstalled)(
  `a link that is used, missing or for a renewal is told as such${reason}`,
  async () => {
    await withBrowser(async (context) => {
      const publicToken = await world.publicToken(client);
      const body = { public_token: publicToken, transfer_types: ["ach_debit"] };
      const { address_id } = (await world.register(client, body)).body;
      const hash = await hashOf(`/addresses/${address_id}/update-link-token`);
      const { page } = await open(context, hash);
      await page.getByText(/Confirm that the account \*{4}\d{4} is still yours\./).waitFor();
      expect(await page.getByRole("radio").count()).toBe(0);
      await shoot(page, "renew");
      await page.getByRole("button", { name: "Renew the link" }).click();
      await page.getByRole("heading", { name: "Your account is linked" }).waitFor();
      const used = await open(context, hash);
      await used.page.getByText("This link was used before; get a new one.").waitFor();
      await shoot(used.page, "used");
      expect(await used.page.getByRole("button").count()).toBe(0);
      const missing = await open(context, "");
      await missing.page.getByText("This page needs a link").waitFor();
    });
  },
  60_000,
);
