import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../service/test/api.ts";
import { closeBrowser, isChromiumInstalled, withBrowser } from "./chromium.ts";

afterAll(closeBrowser);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const reason = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";

test.skipIf(!isChromiumInstalled)(
  `the API reference shows every chapter, asks nobody but this server, and breaks no rule of its policy${reason}`,
  async () => {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      const asked: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(`${api.baseUrl}/docs`);
      await page.getByRole("heading", { name: "Get an access token" }).waitFor();
      const screenshotFolder = process.env["SCREENSHOT_FOLDER"];
      if (screenshotFolder !== undefined)
        await page.screenshot({ path: `${screenshotFolder}/reference.png` });
      for (const chapter of ["Authentication", "Accounts", "Operations"]) {
        expect(await page.getByText(chapter, { exact: true }).count(), chapter).toBeGreaterThan(0);
      }
      expect(asked.filter((url) => !url.startsWith(`${api.baseUrl}/`) && !/^(data|blob):/.test(url))).toEqual(
        [],
      );
      expect(complaints).toEqual([]);
    });
  },
  60_000,
);
