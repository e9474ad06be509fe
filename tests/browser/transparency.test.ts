import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { usd } from "../../service/src/kernel/money.ts";
import { findToken } from "../../service/src/tokens/index.ts";
import { insertPage } from "../../service/src/tokens/reserve-reports/store.ts";
import { storeReport } from "../../service/test/reserve-reports.ts";
import { issueActive, record, startTokenApi, type TokenApi } from "../../service/test/tokens.ts";
import { retiredWordsIn } from "../tidy/language.ts";
import { findContrastProblems, findStructureProblems } from "./axe.ts";
import { withBrowser } from "./browser-context.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";

let api: TokenApi;
beforeAll(async () => {
  api = await startTokenApi();
  const issuer = await api.createClient();
  const request = { value_type: "SHOWUSD", name: "Show Dollar", kind: "fiat_backed" };
  const { body } = await issueActive(api, issuer, request);
  const token = await findToken(api.database, { network: "testnet", tenantId: undefined }, "SHOWUSD");
  if (token === undefined) throw new Error("no token");
  const { network, id: tokenId } = token;
  await insertPage(api.database, { network, tokenId, openedAt: systemClock.now() });
  await storeReport(api.database, token, "2026-10");
  const asset = { code: "SHOWUSD", scale: 6 };
  const units = 1_250_000_000_000n;
  const cents = 125_000_000n;
  for (const { id, chain } of api.chainWork.enqueued) {
    api.chains.setSupply(`contract-${id}`, chain === "base" ? units : 0n);
  }
  await record(api.database, issuer.accountId, [
    {
      type: "post",
      key: "shown",
      postings: [
        { account: { kind: "supply", chain: "base", asset }, units: -units },
        { account: { kind: "wallet", owner: "anna", chain: "base", asset }, units },
        { account: { kind: "external", asset: usd }, units: -cents },
        { account: { kind: "reserve", owner: String(body.id), asset: usd }, units: cents },
      ],
    },
  ]);
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `the transparency page is accessible, violates no CSP rule, and leads to the signed report${whySkipped}`,
  async () => {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      const { requestedUrls, violations } = watch(page);
      await page.goto(`${api.baseUrl}/transparency/SHOWUSD`);
      await page.getByRole("heading", { name: "Show Dollar (SHOWUSD)" }).waitFor();
      await page.getByText("Sandbox: a token on testnet").waitFor();
      expect(await page.getByRole("row", { name: /Reserve, net of claims / }).textContent()).toContain(
        "1,250,000.00",
      );
      await inspect(page, "transparency");
      await page.getByRole("link", { name: "2026-10", exact: true }).click();
      await page.getByRole("heading", { name: "Reserve report 2026-10: Show Dollar (SHOWUSD)" }).waitFor();
      await page.getByText("Unexplained differences: 1").waitFor();
      await inspect(page, "reserve-report");
      expect(requestedUrls.filter((url) => !url.startsWith(`${api.baseUrl}/`))).toEqual([]);
      expect(violations).toEqual([]);
    });
  },
);

test.skipIf(!isChromiumInstalled)(`a report is printed on one page${whySkipped}`, async () => {
  await withBrowser(async (context) => {
    const page = await context.newPage();
    await page.goto(`${api.baseUrl}/transparency/SHOWUSD/reports/2026-10`);
    const document = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(document.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
});

const small = { width: 360, height: 740 };
const wide = { width: 1280, height: 900 };

async function inspect(page: Page, name: string): Promise<void> {
  const screenshotFolder = process.env["SCREENSHOT_FOLDER"];
  for (const viewport of [small, wide]) {
    await page.setViewportSize(viewport);
    expect(await findStructureProblems(page)).toEqual([]);
    expect(await findContrastProblems(page)).toEqual([]);
    const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(isTooWide), `${name} is wider than the screen`).toBe(false);
  }
  expect(retiredWordsIn(await page.evaluate<string>("document.body.innerText"))).toEqual([]);
  if (screenshotFolder === undefined) return;
  await page.screenshot({ path: `${screenshotFolder}/${name}.png`, fullPage: true });
}

function watch(page: Page) {
  const requestedUrls: string[] = [];
  const violations: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  page.on("pageerror", (error) => violations.push(error.message));
  page.on("console", (message) => {
    if (/policy|refused/i.test(message.text())) violations.push(message.text());
  });
  return { requestedUrls, violations };
}
