import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { isChromiumInstalled } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-environment.ts";

describe.skipIf(!isChromiumInstalled)("the console shell", () => {
  let api: TestApi;
  let client: TestClient;
  let operator: TestUser;
  let member: TestUser;

  beforeAll(async () => {
    api = await startConsoleApi({ environment: { FLORIN_ROLES: "api" } });
    client = await api.createClient();
    operator = await createUser(api, { operatorRole: "admin" });
    member = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
  });

  afterAll(() => api.stop());

  test("a user without a session is sent to sign in, with a return path", () =>
    atConsole(api, undefined, async ({ page, open, inspectAgain }) => {
      await open(`/w/${client.accountId}/testnet/transfers?status=held`);
      await page.waitForURL(/\/console\/sign-in\?/);
      const { searchParams } = new URL(page.url());
      expect(searchParams.get("next")).toBe(`/w/${client.accountId}/testnet/transfers?status=held`);
      await inspectAgain("frame-sign-in");
    }));

  test("a member lands in their workspace, and cannot see or open operations pages", () =>
    atConsole(api, member, async ({ page, open, inspect }) => {
      await open("/");
      await page.waitForURL(new RegExp(`/console/w/${client.accountId}/testnet`));
      await page.getByText("no real money").waitFor();
      await page.getByRole("button", { name: /switch workspace/ }).click();
      await page.getByRole("textbox", { name: "Find a workspace" }).waitFor();
      expect(await page.getByRole("link", { name: "Operations" }).count()).toBe(0);
      await inspect("frame-switcher");
      await open("/ops/reviews");
      await page.getByText("Your role has no access to this page.").waitFor();
    }));

  test("the page says that it loads until the application has started, and not afterwards", () =>
    atConsole(api, member, async ({ page, open }) => {
      const loading = page.getByText("Loading the console…");
      let start: (() => void) | undefined;
      const started = new Promise<void>((resolve) => {
        start = resolve;
      });
      await page.route("**/assets/index-*.js", async (route) => {
        await started;
        await route.continue();
      });
      await page.goto(`${api.baseUrl}/console/`, { waitUntil: "commit" });
      await loading.waitFor();
      start?.();
      await page.getByRole("main").waitFor();
      await loading.waitFor({ state: "hidden" });
      await page.unroute("**/assets/index-*.js");
      await open("/");
      await page.getByText("no real money").waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
      expect(await page.getByRole("main").isVisible()).toBe(true);
      await page.emulateMedia({ media: null });
    }));

  test.each([
    ["the sign-in page", undefined, "/sign-in", 790, 250],
    ["the home of a workspace", () => member, "", 850, 275],
    ["the list of transfers", () => member, "/transfers", 890, 290],
  ] as const)("%s keeps its budget of scripts", (_, userOf, path, maxKilobytes, maxSentKilobytes) =>
    atConsole(api, userOf?.(), async ({ page, open }) => {
      await open(userOf === undefined ? path : `/w/${client.accountId}/testnet${path}`);
      await page.waitForLoadState("networkidle");
      const sum = (size: string) =>
        page.evaluate<number>(`performance.getEntriesByType("resource")
          .filter(({ name }) => name.endsWith(".js")).reduce((sum, entry) => sum + entry.${size}, 0)`);
      expect(await sum("encodedBodySize")).toBeGreaterThan(0);
      expect((await sum("encodedBodySize")) / 1000).toBeLessThan(maxSentKilobytes);
      expect((await sum("decodedBodySize")) / 1000).toBeLessThan(maxKilobytes);
    }),
  );

  test("switching the network keeps the page and drops its ids", () =>
    atConsole(api, member, async ({ page, open }) => {
      await open(`/w/${client.accountId}/testnet/transfers/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
      await page.getByRole("link", { name: "Mainnet" }).first().click();
      await page.waitForURL(`**/w/${client.accountId}/mainnet/transfers`);
      await page.getByText("– real money").waitFor();
      // The banner follows the path immediately; the workspace is stored once it is open.
      const remembered = () => page.evaluate("localStorage.getItem('florin.workspace')");
      await expect.poll(remembered).toBe(`${client.accountId}/mainnet`);
      await open("/");
      await page.waitForURL(`**/w/${client.accountId}/mainnet**`);
    }));

  test("an operator lands in operations and opens a workspace through the switcher", () =>
    atConsole(api, operator, async ({ page, open }) => {
      await open("/");
      await page.waitForURL(/\/console\/ops/);
      await page.getByRole("button", { name: /switch workspace/ }).click();
      await page.getByRole("textbox", { name: "Find a workspace" }).fill(client.accountId);
      await page.locator(`a[href*="${client.accountId}"]`).click();
      await page.waitForURL(`**/w/${client.accountId}/testnet**`);
    }));

  test("a page is opened by keyboard alone, and its heading gets the focus", () =>
    atConsole(api, operator, async ({ page, open, inspect }) => {
      await open("/ops/reviews");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      await inspect("frame-shortcuts");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search" }).waitFor();
      await page.keyboard.type("security");
      await inspect("frame-palette");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/me/security");
      await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("H1");
    }));

  test("the palette finds an account by its id", () =>
    atConsole(api, operator, async ({ page, open }) => {
      await open("/ops/reviews");
      await page.keyboard.press("/");
      await page.getByRole("dialog", { name: "Search" }).waitFor();
      await page.keyboard.type(client.accountId);
      await page.getByRole("option", { name: client.accountId }).first().waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(client.accountId));
    }));

  test("signing out clears the browser storage", async () => {
    const leaving = await createUser(api, { operatorRole: "support" });
    await atConsole(api, leaving, async ({ page, open }) => {
      await open("/ops/reviews");
      await page.getByRole("button", { name: /Signed in as/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(/\/console\/sign-in/);
      expect(await page.evaluate("JSON.stringify(Object.keys(localStorage))")).toBe("[]");
    });
  });
});
