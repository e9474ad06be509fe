import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "../../service/test/console.ts";
import { addAddress } from "../../service/test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled } from "./chromium.ts";
import { atConsole, confirmRequest } from "./console-environment.ts";

let api: TransferApi;
let fixture: Fixture;
let supplier: string;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  api = await startTransferApi({ environment: folder === undefined ? {} : { CONSOLE_DIR: folder } });
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fund(fixture.anna, "FUSD", 5_000n);
  await fixture.fillTreasury("USD", 5_000n);
  const { status, text, body } = await fixture.post("/addresses/external", {
    owner: "Acme Supplies LLC",
    account_number: "000123451100",
    routing_number: "021000021",
    account_type: "checking",
    transfer_types: ["ach_credit"],
  });
  expect(status, text).toBe(201);
  supplier = body.id;
});
afterAll(() => api.stop());

/** The client gave the account no name, so it is called by its owner. */
const recipient = "Acme Supplies LLC ••1100";

describe.skipIf(!isChromiumInstalled)("the recipient is named", () => {
  test("while a transfer is created, with its button in view, and on its page", async () => {
    const member = await createUser(api, { memberOf: fixture.client.accountId });
    await atConsole(api, member, async ({ page, open, inspect }) => {
      await open(`/w/${fixture.client.accountId}/testnet/transfers/new`);
      await page.getByLabel(/^From/).selectOption("FUSD/base");
      await page.getByRole("combobox", { name: "Source address" }).click();
      await page.getByRole("option", { name: "5,000.00 FUSD available" }).click();
      await page.getByLabel(/^To/).selectOption("USD/ach_credit");
      const picker = page.getByRole("combobox", { name: "Destination address" });
      await picker.fill("acme supp");
      const options = page.getByRole("listbox").getByRole("option");
      await expect.poll(() => options.count()).toBe(1);
      expect(await options.first().textContent()).toBe(`${recipient} · bank 021000021`);
      await options.first().click();
      await page.getByLabel("Amount").fill("1250");
      await page.getByRole("button", { name: "Review transfer" }).click();
      await page.getByText(`Send 1,250.00 FUSD to ${recipient}`).waitFor();
      const create = page.getByRole("button", { name: "Create transfer" });
      const box = await create.boundingBox();
      const height = page.viewportSize()?.height ?? 0;
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
      await inspect("recipient-review");
      await create.click();
      await page.getByRole("heading", { name: "Timeline" }).waitFor();
      await page.getByText(`${recipient} (USD by ACH credit, bank 021000021)`).waitFor();
    });
  });

  test("with the memo that an external address on Solana needs", async () => {
    const { accountId } = fixture.client;
    const exchange = await addAddress(api, { accountId, kind: "external", chains: ["solana"] });
    const member = await createUser(api, { memberOf: accountId });
    await atConsole(api, member, async ({ page, open, inspect }) => {
      await open(`/w/${accountId}/testnet/transfers/new`);
      await page.getByLabel(/^From/).selectOption("USD/wire");
      await page.getByLabel(/^To/).selectOption("FUSD/solana");
      const picker = page.getByRole("combobox", { name: "Destination address" });
      const memo = page.getByRole("textbox", { name: "Memo", exact: true });
      await picker.click();
      await page.getByRole("listbox").getByRole("option").filter({ hasNotText: "external" }).first().click();
      expect(await memo.count()).toBe(0);
      await picker.click();
      await page.getByRole("listbox").getByRole("option").filter({ hasText: "external" }).first().click();
      expect(await page.getByLabel("Memo type").locator("option").allTextContents()).toEqual(["Text"]);
      await memo.fill("Customer 4711");
      await page.getByLabel("Amount").fill("40");
      await page.getByRole("button", { name: "Review transfer" }).click();
      await page.getByText("Text · Customer 4711").waitFor();
      await inspect("memo-review");
      await page.getByRole("button", { name: "Create transfer" }).click();
      await page.getByRole("heading", { name: "Timeline" }).waitFor();
      await page.getByText("Text · Customer 4711").waitFor();
      const { destination } = await fixture.show(new URL(page.url()).pathname.split("/").at(-1) ?? "");
      expect(destination).toMatchObject({
        address_id: exchange,
        memo: { type: "text", value: "Customer 4711" },
      });
    });
  });

  test("when a treasury withdrawal is chosen and confirmed", async () => {
    const admin = await createUser(api, { operatorRole: "admin" });
    await atConsole(api, admin, async ({ page, open }) => {
      await open(`/ops/treasury?tenant=${fixture.client.accountId}`);
      await page.getByRole("button", { name: "Withdraw money" }).click();
      const dialog = page.getByRole("dialog", { name: "Withdraw money" });
      const select = dialog.getByRole("combobox", { name: "Bank account" });
      await select.selectOption(supplier);
      expect(await select.locator("option:checked").textContent()).toBe(`${recipient} · bank 021000021`);
      await dialog.getByRole("combobox", { name: "Rail" }).selectOption("ach_credit");
      await dialog.getByRole("textbox", { name: "Amount" }).fill("120.50");
      await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
      const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
      await confirmation.getByText(/^Acme Supplies LLC \*+1100 \(bank 021000021\)/).waitFor();
      await confirmRequest(page, admin);
    });
  });
});
