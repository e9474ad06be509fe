import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestApi } from "../../service/test/api.ts";
import {
  type ProviderUser,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../../service/test/identity-provider.ts";
import { isChromiumInstalled } from "./chromium.ts";
import { openConsole, startConsoleApi } from "./console-environment.ts";
import { freePort } from "./free-port.ts";

const ada: ProviderUser = {
  subject: "ada",
  email: "ada@example.com",
  name: "Ada Lovelace",
  groups: ["Admins"],
  amr: ["mfa"],
};

describe.skipIf(!isChromiumInstalled)("single sign-on in the console", () => {
  let api: TestApi;
  let provider: TestIdentityProvider;
  let baseUrl = "";
  let console: Awaited<ReturnType<typeof openConsole>>;

  beforeAll(async () => {
    const port = await freePort();
    baseUrl = `http://localhost:${port}`;
    provider = await startIdentityProvider(baseUrl);
    api = await startConsoleApi({
      environment: {
        FLORIN_ROLES: "api",
        PORT: String(port),
        BASE_URL: baseUrl,
        OIDC_ISSUER: provider.issuer,
        OIDC_NAME: "Acme SSO",
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_REQUIRED_AMR: "mfa",
        OIDC_ROLE_MAP: JSON.stringify({ Admins: "operator:admin" }),
        OIDC_LOCAL_SIGN_IN: "off",
      },
    });
  });
  beforeEach(async () => {
    console = await openConsole({ baseUrl }, undefined);
    return async () => {
      // The provider's pages are another origin, and nothing else is.
      expect(console.violations.filter((text) => !text.includes(provider.issuer))).toEqual([]);
      await console.page.context().close();
    };
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  test("a user lands on the page that was requested, and confirms by signing in again", async () => {
    const { page, open, inspect } = console;
    provider.signsIn(ada);
    await open("/ops/settings");
    await page.getByRole("button", { name: "Sign in with Acme SSO" }).waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
    await inspect("sso-sign-in");
    await page.getByRole("button", { name: "Sign in with Acme SSO" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    expect(page.url()).toBe(`${baseUrl}/console/ops/settings`);
    await page.getByText("OIDC_CLIENT_SECRET").waitFor();
    expect(await page.content()).not.toContain(provider.clientSecret);
    await open("/ops/users");
    await page.getByRole("cell", { name: "Single sign-on" }).waitFor();
    await open("/me/security");
    await page.getByText("You sign in with Acme SSO.").waitFor();
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Sign in again to confirm" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByLabel("Or enter this key").waitFor();
  });

  test("a user without a mapped group gets a clear page", async () => {
    const { page, open, inspect } = console;
    provider.signsIn({ ...ada, subject: "eve", email: "eve@example.com", groups: ["Sales"] });
    await open("/sign-in");
    await page.getByRole("button", { name: "Sign in with Acme SSO" }).click();
    await page.getByText("None of your groups has a role in this console", { exact: false }).waitFor();
    expect(page.url()).toBe(`${baseUrl}/console/sso`);
    await inspect("sso-refused");
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await page.getByRole("button", { name: "Sign in with Acme SSO" }).waitFor();
  });
});
