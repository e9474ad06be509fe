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
  `a withdrawal waits for another operator, who sees what it does and carries it out${whySkipped}`,
  async () => {
    const fixture = await openFixture(api, await addTestTokens(api));
    await fixture.fillTreasury("USD", 500n);
    const [officer, treasurer, admin] = await Promise.all([
      createUser(api, { operatorRole: "compliance" }),
      createUser(api, { operatorRole: "treasury" }),
      createUser(api, { operatorRole: "admin" }),
    ]);
    await atConsole(api, officer, async (console) => {
      const { page } = console;
      await console.open("/ops/approval-rules");
      await page.getByRole("button", { name: "New rule" }).click();
      const dialog = page.getByRole("dialog", { name: "New approval rule" });
      await dialog.getByRole("textbox", { name: "Above" }).fill("100.00");
      await dialog.getByRole("button", { name: "Save" }).click();
      await confirmRequest(page, officer);
      await page.getByRole("row").filter({ hasText: "Treasury withdrawal" }).waitFor();
      await console.inspect("approval-rules");
    });
    const { accountId } = fixture.client;
    const path = `/console/api/treasury/${accountId}/testnet`;
    const { withdrawal_id: id } = (await treasurer.get(path)).body;
    const waiting = await treasurer.post(`${path}/withdrawals`, {
      id,
      address_id: fixture.checking,
      transfer_type: "wire",
      amount: "250.00",
    });
    expect(waiting.status).toBe(202);
    await atConsole(api, treasurer, async (console) => {
      await console.open(`/ops/approvals/${waiting.body.id}`);
      await console.page.getByText("you requested this; another user must approve it").waitFor();
      expect(await console.page.getByRole("button", { name: "Approve" }).isDisabled()).toBe(true);
    });
    await atConsole(api, admin, async (console) => {
      const { page } = console;
      await console.open("/ops/approvals");
      const row = page.getByRole("row").filter({ hasText: "250.00" });
      await row.getByText("Wilhelmina Vanderquack").waitFor();
      await row.getByRole("link").click();
      await page.getByRole("heading", { level: 1, name: "Treasury withdrawal of $250.00" }).waitFor();
      await page.getByText(/^To Wilhelmina Vanderquack \*+\d{4}/).waitFor();
      await page.getByRole("textbox", { name: "Comment" }).fill("Checked with the bank.");
      await console.inspect("approval-pending");
      await page.getByRole("button", { name: "Approve" }).click();
      const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
      await confirmation.getByText(/^Wilhelmina Vanderquack \*+\d{4} \(bank \d{9}/).waitFor();
      await confirmRequest(page, admin);
      await page.getByText("Executed").first().waitFor();
      await page.getByText("Checked with the bank.").waitFor();
      // Away from a time, whose tooltip is outside of the landmarks.
      await page.mouse.move(0, 0);
      await page.getByRole("tooltip").waitFor({ state: "hidden" });
      await console.inspect("approval-executed");
    });
    expect((await treasurer.get(path)).body.withdrawals).toMatchObject([{ amount: "250.00" }]);
  },
);
