import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../service/test/api.ts";
import { withBrowser } from "./browser-context.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `the API reference shows every chapter, loads nothing from other origins, and violates no CSP rule${whySkipped}`,
  async () => {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      const requestedUrls: string[] = [];
      const violations: string[] = [];
      page.on("request", (request) => requestedUrls.push(request.url()));
      page.on("console", (message) => {
        if (message.type() === "error") violations.push(message.text());
      });
      page.on("pageerror", (error) => violations.push(error.message));
      await page.goto(`${api.baseUrl}/docs`);
      await page.getByRole("heading", { name: "Get an access token" }).waitFor();
      const screenshotFolder = process.env["SCREENSHOT_FOLDER"];
      if (screenshotFolder !== undefined)
        await page.screenshot({ path: `${screenshotFolder}/reference.png` });
      for (const chapter of ["Authentication", "Accounts", "Operations"]) {
        expect(await page.getByText(chapter, { exact: true }).count(), chapter).toBeGreaterThan(0);
      }
      expect(
        requestedUrls.filter((url) => !url.startsWith(`${api.baseUrl}/`) && !/^(data|blob):/.test(url)),
      ).toEqual([]);
      expect(violations).toEqual([]);
    });
  },
);
