import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExampleService, startExampleService } from "../examples/start-example.ts";
import { findStructureProblems } from "./axe.ts";
import { withBrowser } from "./browser-context.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";

let service: ExampleService;
beforeAll(async () => {
  if (isChromiumInstalled) service = await startExampleService();
});
afterAll(async () => {
  if (isChromiumInstalled) await service.stop();
});

test.skipIf(!isChromiumInstalled)(
  `a customer of the on-ramp page links a bank and buys${whySkipped}`,
  async () => {
    const onramp = await service.startExample(["examples/onramp/server.ts"], () => ({
      BRAND: "Quillfeather Pay",
    }));
    await onramp.untilPrinted("The on-ramp is open");
    await withBrowser(async (context) => {
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.goto(onramp.url);
      expect(await findStructureProblems(page)).toEqual([]);
      await page.getByLabel("Amount in USD").fill("30.00");
      await page.getByRole("button", { name: "Buy" }).click();
      await page.getByText("Link a bank account first.").waitFor();
      await page.getByLabel("Legal name").fill("Wilhelmina Vanderquack");
      await page.getByRole("button", { name: "Choose a bank" }).click();
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: "Open the page of your bank" }).click();
      const bank = await opened;
      await bank.getByRole("button", { name: "Link account" }).click();
      // Before that, the field is empty.
      await bank.getByRole("heading", { name: "Account linked" }).waitFor();
      const publicToken = await bank.getByLabel("Public token").inputValue();
      await page.getByLabel("Code from your bank").fill(publicToken);
      await page.getByRole("button", { name: "Link", exact: true }).click();
      await page.getByText(/^Linked: .*\*{4}\d{4}$/).waitFor();
      await page.getByRole("button", { name: "Buy" }).click();
      await page.getByText("30.00 USD: complete").waitFor();
      expect(errors).toEqual([]);
    });
    await onramp.end();
  },
);
