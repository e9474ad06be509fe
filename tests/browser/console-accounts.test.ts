import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { chainsOff } from "../../service/test/chains-off.ts";
import { createUser } from "../../service/test/console.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-environment.ts";

let api: TestApi;
let tenant: TestClient;

beforeAll(async () => {
  api = await startConsoleApi({ environment: { ...chainsOff, VERIFICATION_SANDBOX_DELAY_MS: "0" } });
  tenant = await api.createClient();
});

afterAll(() => api?.stop());

const workspace = (): string => `/w/${tenant.accountId}/testnet`;

test.skipIf(!isChromiumInstalled)(
  `an account is created with the example, found by its name, and shown with its numbers masked${whySkipped}`,
  async () => {
    const developer = await createUser(api, { memberOf: tenant.accountId, memberRole: "developer" });
    await atConsole(api, developer, async ({ page, open, follow, inspectAgain }) => {
      await open(`${workspace()}/accounts/new`);
      await page.getByRole("button", { name: "Fill with example" }).click();
      await page.getByLabel("EIN").fill("12-34");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("alert").filter({ hasText: "The account was not created" }).waitFor();
      await page.getByLabel("EIN").fill("12-3498765");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { level: 1, name: "Juniper Hill" }).waitFor();
      await page.getByText("Complete", { exact: true }).first().waitFor();
      await page.getByRole("tab", { name: "Users" }).click();
      await page.getByText("ending in 7694").waitFor();
      expect(await page.content()).not.toMatch(/512-?38-?7694/);
      await inspectAgain("account");
      await follow(`${workspace()}/accounts`);
      await page.getByLabel("Name or ID").fill("juniper");
      await page.waitForURL(/search=juniper/);
      const table = page.getByRole("table", { name: "Accounts" });
      await table.getByText("Juniper Hill", { exact: true }).waitFor();
      await table.getByText("Your own account").waitFor({ state: "detached" });
      await inspectAgain("accounts");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `addresses are added: on chain, at a bank, by bank link and by micro-deposits${whySkipped}`,
  async () => {
    const developer = await createUser(api, { memberOf: tenant.accountId, memberRole: "developer" });
    await atConsole(api, developer, async ({ page, open, follow, inspect, inspectAgain }) => {
      await open(`${workspace()}/addresses/new`);
      await page.getByLabel("Name").fill("Supplier wallet");
      await page.getByLabel("On-chain address").fill("0x52908400098527886E0F7030069857D2E4169EE7");
      await page.getByRole("button", { name: "Add address" }).click();
      await page.getByRole("heading", { level: 1, name: "Supplier wallet" }).waitFor();

      await follow(`${workspace()}/addresses/new`);
      await page.getByRole("radiogroup", { name: "Address type" }).getByText("Bank account").click();
      await page.getByLabel("Account holder").fill("Acme Supplies LLC");
      await page.getByLabel("Routing number").fill("021000022");
      await page.getByText(/^The check digit is wrong/).waitFor();
      await page.getByLabel("Routing number").fill("021000021");
      await page.getByText("Federal Reserve district: New York.").waitFor();
      await page.getByLabel("Account number").fill("1234567890");
      await page.getByRole("button", { name: "Add bank account" }).click();
      await page.getByText("****7890 at 021000021").waitFor();

      await follow(`${workspace()}/addresses/link`);
      await page.getByRole("button", { name: "Get link" }).click();
      const bank = page.getByRole("link", { name: "Open the bank's page in a new tab" });
      expect(await bank.getAttribute("href")).toMatch(/\/banklink\/sandbox#florin_link_/);
      await page.getByRole("button", { name: "Simulate account selection" }).click();
      await page.getByLabel("Public token").and(page.locator("[value^=florin_public_]")).waitFor();
      await inspect("bank-link");
      await page.getByRole("button", { name: "Register" }).click();
      await page.getByText("Verified", { exact: true }).waitFor();

      await follow(`${workspace()}/addresses/link`);
      await page.getByLabel("Account holder").fill("Acme Supplies LLC");
      await page.getByLabel("Routing number").fill("021000021");
      await page.getByLabel("Account number").fill("5556667778");
      await page.getByRole("button", { name: "Send micro-deposits" }).click();
      await page.getByLabel("First amount (USD)").fill("0.11");
      await page.getByLabel("Second amount (USD)").fill("0.45");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("2 attempts left.").waitFor();
      await page.getByLabel("First amount (USD)").fill("0.32");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Verified", { exact: true }).waitFor();
      await inspectAgain("address");
      await follow(`${workspace()}/addresses`);
      await inspectAgain("addresses");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `a tenant is created and found, and its workspace is opened${whySkipped}`,
  async () => {
    const admin = await createUser(api, { operatorRole: "admin" });
    await atConsole(api, admin, async ({ page, open, follow, inspectAgain }) => {
      await open("/ops/tenants");
      await page.getByRole("link", { name: "New tenant" }).click();
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Oakmint");
      await page.getByLabel("Self-attested").check();
      await inspectAgain("tenant-new");
      await page.getByRole("button", { name: "Create tenant" }).click();
      await page.getByText("Self-attested: issues and attests its own tokens").waitFor();
      await inspectAgain("tenant");
      await page.getByRole("link", { name: "Open workspace" }).first().click();
      await page.waitForURL(/\/w\/[0-9A-Z]{26}\/testnet/);
      await follow("/ops/tenants?search=oakm");
      await page.getByRole("table", { name: "Tenants" }).getByText("Oakmint").waitFor();
      await inspectAgain("tenants");
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `a viewer sees balances and addresses, and cannot use actions they have no permission for${whySkipped}`,
  async () => {
    const viewer = await createUser(api, { memberOf: tenant.accountId, memberRole: "viewer" });
    await atConsole(api, viewer, async ({ page, open, follow, inspect }) => {
      await open(`${workspace()}/balances`);
      await page.getByText("No balances yet").waitFor();
      await inspect("balances");
      await follow(`${workspace()}/addresses`);
      expect(await page.getByRole("button", { name: "Add address" }).isDisabled()).toBe(true);
      await follow(`${workspace()}/accounts`);
      expect(await page.getByRole("button", { name: "New account" }).isDisabled()).toBe(true);
    });
  },
);
