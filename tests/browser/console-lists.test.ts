import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { startTransferApi, type TransferApi } from "../../service/test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../service/test/transfer-fixture.ts";
import { isChromiumInstalled } from "./chromium.ts";
import { atConsole } from "./console-environment.ts";

let api: TransferApi;
let fixture: Fixture;
let viewer: TestUser;
let transfer: string;

beforeAll(async () => {
  const folder = process.env["CONSOLE_DIR"];
  api = await startTransferApi({ environment: folder === undefined ? {} : { CONSOLE_DIR: folder } });
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fund(fixture.anna, "FUSD", 500n);
  for (const value of ["1", "30", "2.75"])
    transfer = await fixture.create(value, fixture.on(fixture.anna), fixture.on(fixture.outside));
  for (const [expected, paid] of [
    ["80", "75"],
    ["1200.5", "1200.5"],
  ] as const) {
    const wired = await fixture.create(expected, wireIn, fixture.on(fixture.anna));
    await fixture.wire(wired, paid);
  }
  const memberOf = fixture.client.accountId;
  viewer = await createUser(api, { memberOf, memberRole: "viewer", operatorRole: "compliance" });
});

afterAll(() => api?.stop());

const workspace = (): string => `/w/${fixture.client.accountId}/testnet`;

describe.skipIf(!isChromiumInstalled)("lists in the console", () => {
  test("transfers are sorted, counted, filtered by status, and shown in UTC with chosen columns", () =>
    atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/transfers`);
      await page.getByText("5 transfers").waitFor();
      await page.getByRole("button", { name: "Amount" }).click();
      await page.waitForURL(/sort=-amount/);
      const header = page.getByRole("columnheader", { name: "Amount" });
      expect(await header.getAttribute("aria-sort")).toBe("descending");
      await expect.poll(() => page.getByRole("row").nth(1).textContent()).toContain("1,200.50");
      await header.getByRole("button").click();
      await page.waitForURL(/sort=amount/);
      await expect.poll(() => page.getByRole("row").nth(1).textContent()).toContain("1.00");
      const tabs = page.getByRole("group", { name: "Status" });
      await tabs.getByRole("button", { name: /^Complete/ }).click();
      await page.waitForURL(/status=complete/);
      await tabs.getByRole("button", { name: /^All/ }).click();
      await page.getByRole("button", { name: "Display" }).click();
      await page.getByText("UTC", { exact: true }).click();
      await page.getByRole("checkbox", { name: "Fee" }).check();
      await inspect("transfers-display");
      await page.keyboard.press("Escape");
      await page.getByRole("columnheader", { name: "Fee" }).waitFor();
      await expect.poll(() => page.getByRole("row").nth(1).textContent()).toMatch(/\d\d:\d\d:\d\d\sUTC/);
      await inspect("transfers-list");
    }));

  test("payments show counterparty and reference, and are found by the name of the sender", () =>
    atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/payments`);
      await page.getByText("2 payments").waitFor();
      await inspect("payments-list");
      await page.getByRole("searchbox").fill("75");
      await page.waitForURL(/search=75/);
      await page.getByText("1 payment", { exact: true }).waitFor();
      await page.getByText("Held").waitFor();
    }));

  test("the palette finds part of an id, an amount and an action", () =>
    atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/transfers`);
      for (const [typed, option] of [
        [transfer.slice(-8), /Transfer of 2\.75 USD/],
        ["1200.5", /Payment of 1200\.50 USD/],
        ["freeze", /Frozen addresses/],
      ] as const) {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: "Search" }).fill(typed);
        await page.getByRole("option", { name: option }).first().waitFor();
        await inspect("palette-results");
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }));

  test("the overview shows what waits with its sum, and an item is assigned, noted and followed by the next", () =>
    atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open("/ops/");
      const queues = page.getByRole("table", { name: "Needs attention" });
      await queues.getByText("Funds in suspense").waitFor();
      await queues.getByText("75.00").waitFor();
      await page
        .getByRole("navigation")
        .getByRole("link", { name: /Suspense\s*1/ })
        .first()
        .waitFor();
      const work = page.getByRole("table", { name: "Work queue" });
      await work
        .getByRole("checkbox", { name: /^Select …/ })
        .first()
        .check();
      await page.getByLabel("Assign to").selectOption({ label: "Test User" });
      await expect.poll(() => work.getByRole("row").nth(1).textContent()).toContain("Test User");
      await inspect("overview-queue");
      await work.getByRole("link", { name: /^Open/ }).first().click();
      await page.getByRole("heading", { name: "Work", exact: true }).waitFor();
      await page.getByLabel("Note").fill("Called the sender.");
      await page.getByRole("button", { name: "Add note" }).click();
      await page.getByText("Called the sender.").waitFor();
      await inspect("work-panel");
    }));

  test("other lists have tabs with counts, sums and a file, and an item without a page has its work beside it", () =>
    atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open("/ops/suspense");
      await page.getByText("1 payment", { exact: true }).first().waitFor();
      await page.getByRole("button", { name: /^Amount mismatch\s*1/ }).click();
      await page.waitForURL(/reason=amount_mismatch/);
      const file = page.getByRole("link", { name: "Export CSV" });
      expect(await file.getAttribute("href")).toBe("/console/api/suspense.csv?reason=amount_mismatch");
      await page.getByRole("button", { name: "Held since" }).click();
      await page.waitForURL(/sort=-created_at/);
      expect(await page.getByRole("columnheader", { name: "Held since" }).getAttribute("aria-sort")).toBe(
        "descending",
      );
      await saveAndOpenView(page);
      await page.getByRole("checkbox", { name: "Select all: Held payments" }).check();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export selected" }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe("suspense-selected.csv");
      expect((await text(await saved.createReadStream())).split("\r\n")).toEqual([
        expect.stringContaining("amount_value,amount_currency"),
        expect.stringContaining(",75.00,USD,"),
        "",
      ]);
      await page.getByRole("button", { name: "Any time" }).click();
      await page.getByLabel("Created until").fill("2001-01-01");
      await page.getByText("No payments match these filters").waitFor();
      expect(await file.getAttribute("href")).toMatch(/created_before=2001-01-.*&sort=-created_at$/);
      await inspect("suspense-list-dates");
      await page.getByRole("dialog").getByRole("button", { name: "Any time" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("table", { name: "Held payments" }).waitFor();
      await inspect("suspense-list");
      await open(`${workspace()}/ledger/records`);
      const records = page.getByRole("table", { name: "Records" });
      await records.getByRole("button", { name: "Time" }).click();
      await page.waitForURL(/sort=created_at/);
      await expect.poll(() => page.getByRole("row").nth(1).textContent()).toContain("#1");
      await inspect("ledger-records-list");
      for (const path of ["/ops/claims", "/ops/held", "/ops/reviews", "/ops/rails"]) {
        await open(`${path}?sort=-created_at&to=2001-01-01`);
        await page.getByRole("button", { name: "Until 2001-01-01" }).waitFor();
        const href = page.getByRole("link", { name: "Export CSV" }).first();
        expect(await href.getAttribute("href"), path).toMatch(/created_before=2001-01-.*&sort=-created_at$/);
      }
      await inspect("queue-dates");
      await open(`${workspace()}/addresses`);
      await page.getByRole("button", { name: /^External\s*\d/ }).click();
      await page.waitForURL(/type=external/);
      await inspect("addresses-list");
      await open(`/ops/held?tab=deposits&item=${await plantHeldDeposit()}`);
      const drawer = page.getByRole("dialog", { name: "Held deposit" });
      await drawer.getByLabel("Note").fill("@Test User, please look.");
      await drawer.getByRole("button", { name: "Add note" }).click();
      await drawer.getByText("@Test User, please look.").waitFor();
      await inspect("work-drawer");
      await page.keyboard.press("Escape");
      await page.waitForURL((url) => !url.search.includes("item"));
    }));

  test("a mention is among the notices of the operator, with a link to the item", () =>
    atConsole(api, viewer, async ({ page, open, inspect }) => {
      const [{ id }] = (await viewer.get("/console/api/suspense")).body.payments;
      const path = `/console/api/work-items/suspense/${id}/notes`;
      await viewer.post(path, { text: "Please call the sender.", mentions: [viewer.userId] });
      await open("/me/notices");
      const mentions = page.getByRole("table", { name: "Mentions" });
      await mentions.getByText("Please call the sender.").waitFor();
      await inspect("mentions");
      await page.getByRole("button", { name: "Mark as read" }).click();
      await expect.poll(() => mentions.textContent()).not.toContain("Unread");
    }));

  test("an account has tabs for its transfers, payments, addresses and readable audit log", () =>
    atConsole(api, viewer, async ({ page, open, inspect }) => {
      await open(`${workspace()}/accounts/${fixture.client.accountId}`);
      await inspect("account-overview");
      await page.getByRole("tab", { name: "Transfers" }).click();
      await page.getByText("5 transfers").waitFor();
      await inspect("account-transfers");
      await page.getByRole("tab", { name: "Payments" }).click();
      await page.getByText("2 payments").waitFor();
      await page.getByRole("tab", { name: "Addresses" }).click();
      await page.getByRole("table", { name: "Addresses" }).waitFor();
      await page.getByRole("tab", { name: "Audit log" }).click();
      await page
        .getByText(/created the /)
        .first()
        .waitFor();
      await inspect("account-audit");
    }));
});

/** Saves the filters and the order of the page as a view, and returns to them by it. */
async function saveAndOpenView(page: Page): Promise<void> {
  const url = page.url();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save current view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabel("Name").fill("Mismatches");
  await dialog.getByLabel("Share with all operators").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^All/ }).click();
  await page.waitForURL((current) => !current.search.includes("reason"));
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Mismatches (shared)" }).click();
  await page.waitForURL(url);
}

async function plantHeldDeposit(): Promise<string> {
  const id = api.deps.newId();
  const insert = statement(`
    INSERT INTO token_deposits (tenant_id, network, id, account_id, address_id, chain, token_id, value_type, scale, units,
      transaction_id, transfer_index, status, hit_uids, created_at, updated_at)
    VALUES ($1, 'testnet', $2, $1, $3, 'base', 't', 'FUSD', 6, 1, $2, 0, 'held', '{}', now(), now())`);
  await api.database.run(insert, [fixture.client.accountId, id, fixture.anna]);
  return id;
}
