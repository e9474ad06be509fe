import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { addDays, localDateOf } from "../../service/src/reports/time-zone.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { chainsOff } from "../../service/test/chains-off.ts";
import { createUser } from "../../service/test/console.ts";
import { readPdf } from "../../service/test/read-pdf.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-environment.ts";

let api: TestApi;
let tenant: TestClient;

beforeAll(async () => {
  api = await startConsoleApi({ environment: { ...chainsOff, FLORIN_ROLES: "api", RATE_LIMIT: "off" } });
  tenant = await api.createClient();
});
afterAll(() => api?.stop());

const workspace = (): string => `/w/${tenant.accountId}/testnet`;

async function download(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  const file = await (await started).createReadStream();
  return Buffer.concat(await file.toArray()).toString("latin1");
}

test.skipIf(!isChromiumInstalled)(
  `a statement is two clicks away from its account${whySkipped}`,
  async () => {
    const viewer = await createUser(api, { memberOf: tenant.accountId, memberRole: "viewer" });
    await atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/accounts/${tenant.accountId}`);
      await page.getByRole("button", { name: "Statement" }).click();
      await page.getByRole("dialog").waitFor();
      const pdf = await download(page, "Download statement as PDF");
      expect(readPdf(pdf).pages.flat()).toContain("Account statement");
      await inspect("account-statement");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `reports are downloaded for chosen days, and scheduled for members${whySkipped}`,
  async () => {
    const admin = await createUser(api, { memberOf: tenant.accountId, memberRole: "admin" });
    await atConsole(api, admin, async ({ page, open, inspect }) => {
      await open(`${workspace()}/reports`);
      const section = page.getByRole("region", { name: "Trial balance" });
      await section.getByLabel("Period").selectOption("Choose days");
      const today = localDateOf(systemClock.now(), "UTC");
      await section.getByLabel("First day").fill(addDays(today, -1));
      await section.getByLabel("Last day").fill(today);
      const csv = await download(page, "Download Trial balance as CSV");
      expect(csv).toBe("asset,kind,accounts,opening,debits,credits,balance,difference\r\n");
      await page.getByRole("button", { name: "Schedule" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Report", { exact: true }).selectOption("Trial balance");
      await dialog.getByRole("combobox", { name: "Recipients" }).click();
      await page.getByRole("listbox").getByRole("option").first().click();
      await page.keyboard.press("Tab");
      await dialog.getByRole("button", { name: "Schedule" }).click();
      await page.getByRole("table", { name: "Scheduled reports" }).getByText("Trial balance").waitFor();
      await inspect("reports");
    });
  },
);
