import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basicAuthorization, type TestApi, type TestClient } from "../../service/test/api.ts";
import { createUser } from "../../service/test/console.ts";
import { eventually } from "../../service/test/eventually.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, confirmRequest, startConsoleApi } from "./console-environment.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
let api: TestApi;
let tenant: TestClient;

beforeAll(async () => {
  // The curl commands on the page must reach this service, so its port is fixed.
  api = await startConsoleApi({ environment: { FLORIN_ROLES: "api", PORT: String(await freePort()) } });
  tenant = await api.createClient();
});
afterAll(() => api.stop());

test.skipIf(!isChromiumInstalled)(
  `an application is created, and its secret is shown exactly once and works${whySkipped}`,
  async () => {
    const developer = await createUser(api, { memberOf: tenant.accountId, memberRole: "developer" });
    await atConsole(api, developer, async ({ page, open, follow, inspect, inspectAgain }) => {
      await open(`${workspace()}/developers`);
      await inspectAgain("developers-first-steps");
      await page.getByRole("link", { name: "New application" }).click();
      await page.getByRole("heading", { name: "New application" }).waitFor();
      await page.getByLabel("Name").fill("Back office");
      // Read access is selected, so that a key takes three clicks: Applications, New application, Create.
      expect(await page.getByLabel("accounts:read").isChecked()).toBe(true);
      expect(await page.getByLabel("transfers:write").isChecked()).toBe(false);
      await inspectAgain("developers-new-application");
      await page.getByRole("button", { name: "Create application" }).click();
      await confirmRequest(page, developer);
      await page.getByRole("heading", { name: "Back office is ready" }).waitFor();
      const secret = await page.getByRole("textbox", { name: "Client secret" }).inputValue();
      expect(secret).toMatch(/^florin_sk_/);
      await inspect("developers-secret");
      const line = await page.getByRole("region", { name: "Get a token and use it" }).textContent();

      const clientId = await useSecret(secret);
      const { stdout } = await run("sh", ["-c", line ?? ""]);
      expect(JSON.parse(stdout)).toMatchObject({ id: tenant.accountId });

      await page.reload();
      await page.getByRole("heading", { name: "New application" }).waitFor();
      expect(await everythingOf(page)).not.toContain(secret);
      await page.goBack();
      await page.getByRole("heading", { name: "Quickstart" }).waitFor();
      await page.goForward();
      await page.getByRole("heading", { name: "New application" }).waitFor();
      expect(await everythingOf(page)).not.toContain(secret);
      await follow(`${workspace()}/applications`);
      await page.getByText("Back office").waitFor();
      await inspectAgain("developers-applications");
      await page.getByText("Back office").click();
      await page.getByRole("heading", { name: "Back office" }).waitFor();
      await page.getByText(clientId).first().waitFor();
      await inspectAgain("developers-application");
      expect(await everythingOf(page)).not.toContain(secret);
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `a secret is rotated without an outage, a revoked application is rejected, and its requests are logged${whySkipped}`,
  async () => {
    const admin = await createUser(api, { memberOf: tenant.accountId });
    const made = await admin.post(`/console/api/workspaces/${tenant.accountId}/testnet/applications`, {
      name: "Payouts",
      scopes: ["accounts:read"],
    });
    const clientId: string = made.body.application.client_id;
    await atConsole(api, admin, async ({ page, open, follow, inspectAgain }) => {
      await open(`${workspace()}/applications/${clientId}`);
      await page.getByRole("button", { name: "Rotate secret" }).click();
      await page.getByRole("button", { name: "Create new secret" }).click();
      await confirmRequest(page, admin);
      const secret = await page.getByRole("textbox", { name: "Client secret" }).inputValue();
      expect((await askToken(clientId, made.body.client_secret)).status).toBe(200);
      const token = (await askToken(clientId, secret)).body.access_token;
      await api.request("GET", `/accounts/${"0".repeat(26)}`, { token });
      await api.request("GET", "/accounts", { token });
      await page.reload();
      await page.getByRole("heading", { name: "Payouts" }).waitFor();
      expect(await everythingOf(page)).not.toContain(secret);

      await page.getByRole("link", { name: "View requests" }).click();
      await page.getByRole("heading", { name: "API requests" }).waitFor();
      await page.getByRole("table").getByText("not_found").waitFor();
      await inspectAgain("developers-requests");
      await page.getByLabel("Path contains").fill(`/accounts/${"0".repeat(26)}`);
      await page.waitForURL(/path=/);
      await page.getByText("not_found").click();
      await page.getByRole("heading", { name: "GET getAccount" }).waitFor();
      await page.getByText("there is no account with this id").first().waitFor();
      const help = page.getByRole("link", { name: "Error reference" });
      expect(await help.getAttribute("href")).toBe("/docs/reference/errors.html#not_found");
      await inspectAgain("developers-request");
      await bodiesOfRequest(page, follow);

      await follow(`${workspace()}/applications/${clientId}`);
      await changeScopes(page, admin);
      await eventually(async () =>
        expect((await api.request("GET", "/accounts", { token })).body.code).toBe("insufficient_scope"),
      );
      await page.getByRole("button", { name: "Set expiry" }).click();
      await page.getByRole("button", { name: "Save expiry" }).click();
      await confirmRequest(page, admin);
      await page.getByText("Expiry set.").waitFor();
      await restrict(page, admin);
      expect((await askToken(clientId, secret)).status).toBe(403);
      await page.getByRole("button", { name: "Revoke", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByText("Payouts is revoked.").waitFor();
      expect((await askToken(clientId, secret)).status).toBe(401);
    });
  },
);

/** A request that creates something is shown redacted, and linked with what it created, both ways. */
async function bodiesOfRequest(page: Page, follow: (path: string) => Promise<void>): Promise<void> {
  const made = await api.request("POST", `/accounts/${tenant.accountId}/webhooks`, {
    token: tenant.token,
    idempotencyKey: "bodies",
    body: { url: "https://hooks.example.com/planted", events: ["transfer.*"], description: "Planted" },
  });
  await follow(`${workspace()}/webhooks/${tenant.accountId}/${made.body.id}`);
  await eventually(async () => {
    await page.reload();
    await page.getByText(/^createWebhookSubscription by |^None in the log$/).waitFor();
    expect(await page.getByRole("link", { name: /^createWebhookSubscription by / }).count()).toBe(1);
  });
  await page.getByRole("link", { name: /^createWebhookSubscription by / }).click();
  await page.getByRole("heading", { name: /^POST createWebhook/ }).waitFor();
  await page.getByRole("region", { name: "Request body as JSON" }).getByText("[redacted]").first().waitFor();
  expect(await page.getByRole("main").textContent()).not.toMatch(/planted/i);
  expect(await page.getByRole("main").textContent()).not.toContain(made.body.sharedSecret);
  await page.getByText("bodies", { exact: true }).waitFor();
}

/** Replaces the only scope. */
async function changeScopes(page: Page, admin: Parameters<typeof confirmRequest>[1]): Promise<void> {
  await page.getByRole("button", { name: "Change scopes" }).click();
  const dialog = page.getByRole("dialog", { name: "Change scopes" });
  await dialog.getByLabel("accounts:read").uncheck();
  await dialog.getByLabel("tokens:read", { exact: true }).check();
  await dialog.getByText("Removes accounts:read").waitFor();
  await dialog.getByRole("button", { name: "Save scopes" }).click();
  await confirmRequest(page, admin);
  await page.getByText("Scopes changed.").waitFor();
}

/** Allows an address that the test does not have. */
async function restrict(page: Page, admin: Parameters<typeof confirmRequest>[1]): Promise<void> {
  await page.getByRole("button", { name: "Change restrictions" }).click();
  const dialog = page.getByRole("dialog", { name: "Change restrictions" });
  await dialog.getByLabel("Allowed IP addresses").fill("192.0.2.1/24");
  await dialog.getByRole("button", { name: "Save restrictions" }).click();
  await confirmRequest(page, admin);
  await dialog.getByText("must be an IP address, or a range").waitFor();
  await dialog.getByLabel("Allowed IP addresses").fill("192.0.2.0/24\n2001:db8::1");
  await dialog.getByRole("button", { name: "Save restrictions" }).click();
  await confirmRequest(page, admin);
  await page.getByText("Restrictions changed.").waitFor();
  await page.getByText("2001:db8::1/128").waitFor();
}

function workspace(): string {
  return `/w/${tenant.accountId}/testnet`;
}

/** Everything visible on the page or stored by the browser. */
async function everythingOf(page: Page): Promise<string> {
  const kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state])";
  const fields = '[...document.querySelectorAll("input, textarea")].map((field) => field.value).join(" ")';
  return (await page.content()) + (await page.evaluate<string>(kept)) + (await page.evaluate<string>(fields));
}

function askToken(clientId: string, secret: string) {
  return api.request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials" },
    headers: { authorization: basicAuthorization(clientId, secret) },
  });
}

/** Finds the newest application, gets a token with the secret, makes a call, and returns the application's id. */
async function useSecret(secret: string): Promise<string> {
  const admin = await createUser(api, { memberOf: tenant.accountId });
  const list = await admin.get(`/console/api/workspaces/${tenant.accountId}/testnet/applications`);
  const clientId: string = list.body.applications[0].client_id;
  const { body, status } = await askToken(clientId, secret);
  expect(status).toBe(200);
  expect((await api.request("GET", "/accounts", { token: body.access_token })).status).toBe(200);
  return clientId;
}
