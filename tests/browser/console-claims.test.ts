import { afterAll, beforeAll, expect, test } from "vitest";
import { reportCredit } from "../../service/test/bank-files.ts";
import { createUser } from "../../service/test/console.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import { addTestTokens, openFixture, type TestTokens } from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, confirmRequest } from "./console-environment.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  const chosen: Readonly<Record<string, string>> = folder === undefined ? {} : { CONSOLE_DIR: folder };
  api = await startTransferApi({ environment: chosen });
  tokens = await addTestTokens(api);
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `a treasury user finds a claim, repays a part and writes off the rest${whySkipped}`,
  async () => {
    const fixture = await openFixture(api, tokens);
    const id = await fixture.create("40", fixture.by("ach_debit"), fixture.on(fixture.anna));
    await api.bank();
    await api.settle(id);
    await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
    await api.bank();
    await fixture.fillTreasury("USD", 100n);
    await reportCredit(api, "check 17", 1_500n);
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

test.skipIf(!isChromiumInstalled)(
  "a completed transfer whose debit is returned is shown as reversed, with what is owed and its claim",
  async () => {
    const fixture = await openFixture(api, tokens);
    const id = await fixture.create("2150", fixture.by("ach_debit"), fixture.on(fixture.anna));
    await api.bank();
    await api.settle(id);
    await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R29" });
    await api.bank();
    const workspace = `/w/${fixture.client.accountId}/testnet`;
    const operator = await createUser(api, { operatorRole: "treasury" });
    await atConsole(api, operator, async ({ page, open, follow, inspect }) => {
      await open(`${workspace}/transfers/${id}`);
      await page.getByRole("heading", { level: 1, name: /^\$2,150\.00 · Reversed: R29 \w/ }).waitFor();
      const banner = page.getByRole("alert").filter({ hasText: "$2,150.00 is owed" });
      await banner.getByText("The bank returned the debit of $2,150.00 with R29").waitFor();
      const progress = page.getByRole("list", { name: "Progress" });
      await progress.getByText("Reversed").waitFor();
      await inspect("transfer-reversed");
      await banner.getByRole("link", { name: "Open claim" }).click();
      await page.getByRole("heading", { level: 1, name: "Claim" }).waitFor();
      await follow(`${workspace}/transfers`);
      const row = page.getByRole("row").filter({ hasText: "2,150.00" });
      await row.getByText("Reversed", { exact: true }).waitFor();
      expect(await row.getByText("Complete", { exact: true }).count()).toBe(0);
      await page.getByRole("button", { name: /^Complete/ }).click();
      await page.getByText("No transfers match these filters").waitFor();
      await page.getByRole("button", { name: /^Reversed ?1$/ }).click();
      await row.getByText("Reversed", { exact: true }).waitFor();
    });
    const member = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "viewer" });
    await atConsole(api, member, async ({ page, open, follow }) => {
      await open(`${workspace}/transfers/${id}`);
      await page.getByText("The operator has a claim for it.").waitFor();
      expect(await page.getByRole("link", { name: "Open claim" }).count()).toBe(0);
      await follow(workspace);
      const counts = page.getByRole("list").filter({ hasText: "Reversed" });
      await counts.getByText("1", { exact: true }).waitFor();
      expect(await counts.getByText("Complete", { exact: true }).count()).toBe(0);
      await counts.getByRole("link", { name: "Show 1 reversed transfers" }).click();
      await page.getByRole("row").filter({ hasText: "2,150.00" }).waitFor();
    });
  },
);
