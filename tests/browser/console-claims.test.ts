import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../../service/test/console.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import { addTestTokens, openFixture } from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, confirmRequest } from "./console-environment.ts";

let api: TransferApi;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  const chosen: Readonly<Record<string, string>> = folder === undefined ? {} : { CONSOLE_DIR: folder };
  api = await startTransferApi({ environment: chosen });
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `a treasury user finds a claim, repays a part and writes off the rest${whySkipped}`,
  async () => {
    const fixture = await openFixture(api, await addTestTokens(api));
    const id = await fixture.create("40", fixture.by("ach_debit"), fixture.on(fixture.anna));
    await api.bank();
    await api.settle(id);
    await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
    await api.bank();
    await fixture.fillTreasury("USD", 100n);
    const treasurer = await createUser(api, { operatorRole: "treasury" });
    await atConsole(api, treasurer, async (console) => {
      const { page } = console;
      await console.open("/ops/claims");
      await page.getByText("0–7 days").first().waitFor();
      await console.inspect("claims");
      await page.getByRole("row").filter({ hasText: "R10" }).getByRole("link").click();
      await page.getByRole("heading", { level: 1, name: "Claim" }).waitFor();
      const settle = async (label: string, fill: () => Promise<void>): Promise<void> => {
        await page.getByRole("button", { name: label, exact: true }).click();
        await fill();
        const dialog = page.getByRole("dialog", { name: label });
        await dialog.getByRole("textbox", { name: "Reason" }).fill("Case 9.");
        await dialog.getByRole("button", { name: label, exact: true }).click();
        await confirmRequest(page, treasurer);
        await dialog.waitFor({ state: "hidden" });
      };
      await settle("Repay", async () => {
        await page.getByRole("textbox", { name: "Amount" }).fill("15.00");
        await page.getByRole("textbox", { name: "Bank reference" }).fill("check 17");
      });
      await page.getByText("reference/check 17").waitFor();
      await console.inspect("claim");
      await settle("Write off", async () => {});
      await page.getByText("Written off").first().waitFor();
    });
    expect((await fixture.books())["treasury USD"]).toBe("75.00");
    expect((await fixture.books())["receivable account USD"]).toBeUndefined();
  },
);
