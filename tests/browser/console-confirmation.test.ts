import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { createUser } from "../../service/test/console.ts";
import { addAddress, addToken } from "../../service/test/token-holders.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, confirmRequest, startConsoleApi } from "./console-environment.ts";

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  api = await startConsoleApi({ environment: { FLORIN_ROLES: "api", RATE_LIMIT: "off" } });
  client = await api.createClient({ selfAttested: true, network: "mainnet" });
  const { accountId } = client;
  await addToken(api, { issuer: accountId, valueType: "ACMEUSD", network: "mainnet" });
  await addAddress(api, { accountId, network: "mainnet" });
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `a mint on mainnet is confirmed by amount, token and destination${whySkipped}`,
  async () => {
    const member = await createUser(api, { memberOf: client.accountId });
    await atConsole(api, member, async ({ page, open, inspect }) => {
      await open(`/w/${client.accountId}/mainnet/tokens/ACMEUSD/mint`);
      await page.getByLabel("Amount").fill("12.5");
      await page.getByRole("combobox", { name: "To" }).click();
      await page.getByRole("option").first().click();
      await page.getByRole("button", { name: "Review" }).click();
      await page.getByRole("button", { name: "Mint ACMEUSD" }).click();
      const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
      await dialog.getByText("12.5 ACMEUSD", { exact: true }).waitFor();
      expect(await dialog.getByText(/^An address \(0x[0-9A-Fa-f]{40}\)/).count()).toBe(1);
      await inspect("confirm-mint");
      await confirmRequest(page, member);
      await page.getByText("Accepted. You can leave this page").waitFor();
    });
  },
);
