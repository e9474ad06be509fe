import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { instantFromMs, systemClock } from "../../service/src/kernel/instant.ts";
import type { TestApi } from "../../service/test/api.ts";
import { codeOf } from "../../service/test/authenticator.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { issuedToken } from "../../service/test/console-entry.ts";
import { isChromiumInstalled } from "./chromium.ts";
import { atConsole, type ConsolePage, confirmRequest, startConsoleApi } from "./console-environment.ts";
import { freePort } from "./free-port.ts";

const password = "a long walk by the sea";

describe.skipIf(!isChromiumInstalled)("users in the console", () => {
  let api: TestApi;
  let admin: TestUser;
  // WebAuthn requires a host name.
  let baseUrl = "";

  beforeAll(async () => {
    const port = await freePort();
    baseUrl = `http://localhost:${port}`;
    api = await startConsoleApi({
      environment: { FLORIN_ROLES: "api", PORT: String(port), BASE_URL: baseUrl },
    });
    admin = await createUser(api, { operatorRole: "admin" });
  });
  afterAll(() => api.stop());

  async function invite(email: string): Promise<string> {
    const body = { email, operator_role: "support" };
    const reply = await admin.post("/console/api/users/invitations", body);
    return `#${await issuedToken(api, reply.body)}`;
  }

  async function acceptLink({ page, open }: ConsolePage, email: string): Promise<void> {
    await open(`/join${await invite(email)}`);
    await page.getByLabel("Your name").fill("Ada Lovelace");
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
  }

  test("a user joins with an authenticator app, adds a passkey, and signs in with the passkey alone", async () => {
    await atConsole({ baseUrl }, undefined, async (console) => {
      const { page, inspect } = console;
      await using _authenticator = await addAuthenticator(page, { isUserVerified: true });
      await acceptLink(console, "ada@example.com");
      expect(new URL(page.url()).hash).toBe("");
      await inspect("join-choice");
      await page.getByRole("button", { name: "Use an authenticator app" }).click();
      const key = await page.getByLabel("Or enter this key").inputValue();
      await inspect("join-totp");
      await page.getByLabel("Six-digit code").fill(codeOf(key.replaceAll(" ", ""), systemClock.now()));
      await page.getByText("Recovery codes: shown only once").waitFor();
      await inspect("join-recovery-codes");
      await page.getByLabel("I've stored these codes").check();
      await page.getByRole("button", { name: "Open console" }).click();
      await page.getByRole("button", { name: "Signed in as ada@example.com" }).waitFor();

      await console.follow("/me/security");
      await page.getByRole("button", { name: "Add passkey" }).click();
      await page.getByLabel("Name").fill("Test key");
      await page.getByRole("button", { name: "Continue" }).click();
      await showCode(page, key);
      await page.getByRole("cell", { name: "Test key", exact: true }).waitFor();
      await inspect("security");

      await page.getByRole("button", { name: "Signed in as ada@example.com" }).click();
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByRole("button", { name: "Signed in as ada@example.com" }).waitFor();
    });
  });

  test("a passkey can be the only second factor and confirms sensitive actions", async () => {
    await atConsole({ baseUrl }, undefined, async (console) => {
      const { page } = console;
      await using _authenticator = await addAuthenticator(page, { isUserVerified: true });
      await acceptLink(console, "grace@example.com");
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByLabel("I've stored these codes").check();
      await page.getByRole("button", { name: "Open console" }).click();
      await page.getByRole("button", { name: "Signed in as grace@example.com" }).waitFor();
      await makeOld(api, "grace@example.com");
      await console.open("/me/security");
      await page.getByRole("button", { name: "Generate new codes" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Generate new codes" }).click();
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByText("Recovery codes: shown only once").waitFor();
    });
  });

  test("a device without user verification cannot create a passkey", async () => {
    await atConsole({ baseUrl }, undefined, async (console) => {
      const { page } = console;
      await using _authenticator = await addAuthenticator(page, { isUserVerified: false });
      await acceptLink(console, "linus@example.com");
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("alert").waitFor();
      expect(await page.getByText("I've stored these codes").count()).toBe(0);
    });
  });

  test("sign-in and join pages are accessible", async () => {
    await atConsole({ baseUrl }, undefined, async ({ page, open, inspect }) => {
      await open("/sign-in");
      await page.getByLabel("Email").waitFor();
      await inspect("sign-in");
      await page.getByLabel("Email").fill("unknown@example.com");
      await page.getByRole("textbox", { name: "Password" }).fill("not the password");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("alert").waitFor();
      await inspect("sign-in-refused");
      await open(`/join${await invite("pictures@example.com")}`);
      await page.getByLabel("Your name").waitFor();
      await inspect("join");
    });
  });

  test("user and member pages are accessible", async () => {
    const { accountId } = await api.createClient();
    await createUser(api, { memberOf: accountId, memberRole: "viewer" });
    await atConsole({ baseUrl }, admin, async ({ page, open, follow, inspect, inspectAgain }) => {
      await open("/ops/users");
      await page.getByRole("table", { name: "Users" }).waitFor();
      await inspectAgain("users");
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByLabel("Email").fill("new@example.com");
      await page.getByRole("button", { name: "Send invitation" }).click();
      await confirmRequest(page, admin);
      await page.getByText("florin admin users link").waitFor();
      await inspect("users-invited");
      await follow(`/w/${accountId}/testnet/members`);
      await page.getByRole("table", { name: "Members" }).waitFor();
      await inspectAgain("members");
    });
  });
});

const stepMs = 30_000;

/** A code is accepted once, so this uses the code of the next time step. */
async function showCode(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  const code = codeOf(key.replaceAll(" ", ""), instantFromMs(systemClock.now() + stepMs));
  await dialog.getByLabel("Six-digit code").fill(code);
}

/** A virtual WebAuthn authenticator. */
async function addAuthenticator(
  page: Page,
  { isUserVerified }: { readonly isUserVerified: boolean },
): Promise<AsyncDisposable> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { [Symbol.asyncDispose]: () => session.detach() };
}

/** Backdates the second-factor confirmation. */
async function makeOld({ database }: TestApi, email: string): Promise<void> {
  await database.run(
    statement(`UPDATE console_sessions SET second_factor_at = second_factor_at - interval '10 minutes'
      WHERE user_id = (SELECT id FROM users WHERE email = $1)`),
    [email],
  );
}
