import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createUser, type TestUser, type UserOptions } from "../../service/test/console.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, confirmRequest } from "./console-environment.ts";
import { type ScreenshotEnvironment, startScreenshotEnvironment } from "./screenshot-environment.ts";

const viewport = { width: 1440, height: 900 };
const maxClicks = 3;

/** A user who never scrolls: everything that is clicked or read is in the window. */
interface Patient {
  readonly page: Page;
  readonly user: TestUser;
  click(target: Locator): Promise<void>;
  sees(target: Locator): Promise<void>;
}

let environment: ScreenshotEnvironment;

beforeAll(async () => {
  environment = await startScreenshotEnvironment();
});
afterAll(async () => {
  vi.useRealTimers();
  await environment?.api.stop();
});

/** From the first page of a role; the text fields and the second factor are not counted. */
async function perform(
  role: UserOptions,
  path: string,
  task: (patient: Patient) => Promise<void>,
): Promise<number> {
  let clicks = 0;
  const user = await createUser(environment.api, role);
  await atConsole(environment.api, user, async ({ page, open }) => {
    await page.setViewportSize(viewport);
    await open(path);
    await task({
      page,
      user,
      click: async (target) => {
        await expectInWindow(target);
        await target.click();
        clicks += 1;
      },
      sees: expectInWindow,
    });
  });
  return clicks;
}

async function expectInWindow(target: Locator): Promise<void> {
  await target.waitFor();
  await expect
    .poll(async () => {
      const box = await target.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= viewport.height;
    })
    .toBe(true);
}

const member = (): UserOptions => ({ memberOf: accountOf() });
const workspace = (): string => `/w/${accountOf()}/testnet`;

function accountOf(): NonNullable<UserOptions["memberOf"]> {
  return environment.accountId;
}

function workItem(page: Page, text: string): Locator {
  const queue = page.getByRole("table", { name: "Work queue" });
  return queue.getByRole("row").filter({ hasText: text }).getByRole("link");
}

describe.skipIf(!isChromiumInstalled)(
  `frequent tasks need at most three clicks and no scrolling${whySkipped}`,
  () => {
    test("create an API key", async () => {
      const clicks = await perform(member(), workspace(), async ({ page, user, click, sees }) => {
        await click(page.getByRole("link", { name: "Applications" }));
        await click(page.getByRole("link", { name: "New application" }));
        await page.getByLabel("Name").fill("Back office");
        await click(page.getByRole("button", { name: "Create application" }));
        await confirmRequest(page, user);
        await sees(page.getByRole("textbox", { name: "Client secret" }));
      });
      expect(clicks).toBeLessThanOrEqual(maxClicks);
    });

    test("see why a transfer failed", async () => {
      const clicks = await perform(member(), workspace(), async ({ page, click, sees }) => {
        await click(page.getByRole("link", { name: "Transfers", exact: true }));
        await click(page.getByRole("row").filter({ hasText: "Failed" }).getByRole("link"));
        await sees(page.getByRole("heading", { level: 1, name: /^\$55\.01 · Failed: R01/ }));
      });
      expect(clicks).toBeLessThanOrEqual(maxClicks);
    });

    test("resend a webhook", async () => {
      const clicks = await perform(member(), workspace(), async ({ page, click, sees }) => {
        await click(page.getByRole("link", { name: "Webhooks" }));
        await click(page.getByRole("row").filter({ hasText: "hooks.example.com" }).getByRole("link"));
        await click(page.getByRole("button", { name: "Resend" }).first());
        await sees(page.getByText("1 event queued."));
      });
      expect(clicks).toBeLessThanOrEqual(maxClicks);
    });

    test("approve an account", async () => {
      const clicks = await perform({ operatorRole: "admin" }, "/ops/", async ({ page, click, sees }) => {
        await click(workItem(page, "Quillfeather Review LLC"));
        await click(page.getByRole("button", { name: "Approve" }));
        const dialog = page.getByRole("dialog", { name: /^Approve/ });
        await dialog.getByLabel("Reason").fill("Known to us.");
        await click(dialog.getByRole("button", { name: "Approve" }));
        await sees(page.getByText("No decision is pending."));
      });
      expect(clicks).toBeLessThanOrEqual(maxClicks);
    });

    test("match a payment in suspense", async () => {
      const clicks = await perform(
        { operatorRole: "admin" },
        "/ops/",
        async ({ page, user, click, sees }) => {
          await click(workItem(page, "Unmatched"));
          await click(page.getByRole("button", { name: "Match", exact: true }));
          const dialog = page.getByRole("dialog");
          await dialog
            .getByRole("textbox", { name: "Reason" })
            .fill("One digit of the account number is wrong.");
          await click(dialog.getByRole("button", { name: "Match" }));
          await confirmRequest(page, user);
          await sees(page.getByText("No action needed"));
        },
      );
      expect(clicks).toBeLessThanOrEqual(maxClicks);
    });

    test("freeze an address", async () => {
      const clicks = await perform({ operatorRole: "admin" }, "/ops/", async ({ page, click, sees }) => {
        await click(workItem(page, "15,000.00"));
        await click(page.getByRole("button", { name: "Freeze address" }));
        const dialog = page.getByRole("dialog", { name: "Freeze address" });
        await dialog.getByLabel("Reason").fill("Case 112.");
        await click(dialog.getByRole("button", { name: "Freeze", exact: true }));
        await sees(page.getByText("Address frozen."));
      });
      expect(clicks).toBeLessThanOrEqual(maxClicks);
    });

    test("download a statement", async () => {
      const clicks = await perform(member(), workspace(), async ({ page, click }) => {
        await click(page.getByRole("link", { name: "Reports" }));
        const started = page.waitForEvent("download");
        await click(page.getByRole("link", { name: "Download Account statement as PDF" }));
        expect((await started).suggestedFilename()).toMatch(/\.pdf$/);
      });
      expect(clicks).toBeLessThanOrEqual(maxClicks);
    });
  },
);
