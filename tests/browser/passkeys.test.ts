import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import type { TestApi } from "../../service/test/api.ts";
import { codeOf } from "../../service/test/authenticator.ts";
import { createPerson, type TestPerson } from "../../service/test/console.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole, type ConsolePage, startConsoleApi } from "./console-world.ts";
import { freePort } from "./free-port.ts";

afterAll(closeBrowser);

const timeoutMs = 180_000;
const password = "a long walk by the sea";

describe.skipIf(!isChromiumInstalled)("people at the console", { timeout: timeoutMs }, () => {
  let api: TestApi;
  let admin: TestPerson;
  // Keys are made for names, so the console is reached by one.
  let baseUrl = "";

  beforeAll(async () => {
    const port = await freePort();
    baseUrl = `http://localhost:${port}`;
    api = await startConsoleApi({ environment: { PORT: String(port), BASE_URL: baseUrl } });
    admin = await createPerson(api, { operatorRole: "admin" });
  }, timeoutMs);
  afterAll(() => api.stop());

  async function invite(email: string): Promise<string> {
    const body = { email, operator_role: "support" };
    const answer = await admin.post("/console/api/people/invitations", body);
    return new URL(answer.body.link).hash;
  }

  async function acceptLink({ page, open }: ConsolePage, email: string): Promise<void> {
    await open(`/join${await invite(email)}`);
    await page.getByLabel("Your name").fill("Ada Lovelace");
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
  }

  test("somebody joins with an authenticator app, adds a passkey, and signs in with nothing else", async () => {
    await atConsole({ baseUrl }, undefined, async (console) => {
      const { page, inspect } = console;
      await withAuthenticator(page, { isUserVerified: true });
      await acceptLink(console, "ada@example.com");
      expect(new URL(page.url()).hash).toBe("");
      await inspect("join-choice");
      await page.getByRole("button", { name: "Use an authenticator app" }).click();
      const key = await page.getByLabel("Or type this key").inputValue();
      await inspect("join-totp");
      await page.getByLabel("Six-digit code").fill(codeOf(key.replaceAll(" ", ""), systemClock.now()));
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Recovery codes: shown this once").waitFor();
      await inspect("join-recovery-codes");
      await page.getByLabel("I have stored them").check();
      await page.getByRole("button", { name: "Open the console" }).click();
      await page.getByRole("button", { name: "Signed in as ada@example.com" }).waitFor();

      await console.open("/me/security");
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByLabel("Name").fill("Test key");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("cell", { name: "Test key", exact: true }).waitFor();
      await inspect("security");

      await page.getByRole("button", { name: "Signed in as ada@example.com" }).click();
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByRole("button", { name: "Signed in as ada@example.com" }).waitFor();
    });
  });

  test("a passkey can be the only second factor, and shows itself again for what is sensitive", async () => {
    await atConsole({ baseUrl }, undefined, async (console) => {
      const { page } = console;
      await withAuthenticator(page, { isUserVerified: true });
      await acceptLink(console, "grace@example.com");
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByLabel("I have stored them").check();
      await page.getByRole("button", { name: "Open the console" }).click();
      await page.getByRole("button", { name: "Signed in as grace@example.com" }).waitFor();
      await makeOld(api, "grace@example.com");
      await console.open("/me/security");
      await page.getByRole("button", { name: "Make new codes" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Make new codes" }).click();
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByText("Recovery codes: shown this once").waitFor();
    });
  });

  test("a device that has not seen whose key it is makes none", async () => {
    await atConsole({ baseUrl }, undefined, async (console) => {
      const { page } = console;
      await withAuthenticator(page, { isUserVerified: false });
      await acceptLink(console, "linus@example.com");
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("alert").waitFor();
      expect(await page.getByText("I have stored them").count()).toBe(0);
    });
  });

  test("the way in is readable by everybody", async () => {
    await atConsole({ baseUrl }, undefined, async ({ page, open, inspect }) => {
      await open("/sign-in");
      await page.getByLabel("E-mail").waitFor();
      await inspect("sign-in");
      await page.getByLabel("E-mail").fill("nobody@example.com");
      await page.getByRole("textbox", { name: "Password" }).fill("not the password");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("alert").waitFor();
      await inspect("sign-in-refused");
      await open(`/join${await invite("pictures@example.com")}`);
      await page.getByLabel("Your name").waitFor();
      await inspect("join");
    });
  });

  test("people and members are readable by everybody", async () => {
    const { accountId } = await api.createClient();
    await createPerson(api, { memberOf: accountId, memberRole: "viewer" });
    await atConsole({ baseUrl }, admin, async ({ page, open, inspect }) => {
      await open("/ops/people");
      await page.getByRole("table", { name: "People" }).waitFor();
      await inspect("people");
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByLabel("E-mail").fill("new@example.com");
      await page.getByRole("button", { name: "Make a link" }).click();
      await page.getByText("Link: shown this once").waitFor();
      await inspect("people-link");
      await open(`/w/${accountId}/testnet/members`);
      await page.getByRole("table", { name: "Members" }).waitFor();
      await inspect("members");
    });
  });
});

/** A device with keys, as the browser's own tests have one. */
async function withAuthenticator(page: Page, { isUserVerified }: { readonly isUserVerified: boolean }) {
  const session: CDPSession = await page.context().newCDPSession(page);
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
}

/** As if the second factor had been shown a while ago. */
async function makeOld({ database }: TestApi, email: string): Promise<void> {
  await database.run(
    statement(`UPDATE console_sessions SET second_factor_at = second_factor_at - interval '10 minutes'
      WHERE person_id = (SELECT id FROM people WHERE email = $1)`),
    [email],
  );
}
