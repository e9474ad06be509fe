import { expect } from "vitest";
import { systemCause } from "../src/kernel/cause.ts";
import { createIdFactory, parseId } from "../src/kernel/id.ts";
import { type Clock, systemClock } from "../src/kernel/instant.ts";
import { issueLink } from "../src/users/index.ts";
import type { TestApi } from "./api.ts";
import type { ManualClock } from "./auth.ts";
import { codeOf } from "./authenticator.ts";
import { createUser, openBrowser, type TestUser } from "./console.ts";

export type Browser = ReturnType<typeof openBrowser>;

export const goodPassword = "a long walk by the sea";

/** A user who accepted an invitation and has an authenticator. */
export interface JoinedUser {
  readonly browser: Browser;
  readonly email: string;
  readonly key: string;
  readonly recoveryCodes: readonly string[];
}

/** Sign-in and sign-up over HTTP, as the pages do it. */
export interface Entry {
  inviteOperator(role?: string): Promise<{ token: string; email: string; id: string }>;
  /** An admin with a fresh second factor: time passes in these tests, and admin actions are sensitive. */
  freshAdmin(): Promise<TestUser>;
  setUpTotp(browser: Browser): Promise<{ key: string; recoveryCodes: readonly string[] }>;
  join(role?: string): Promise<JoinedUser>;
  /** Up to the second factor. */
  signIn(email: string, password?: string): Promise<Browser>;
}

export function createEntry(api: TestApi, clock: ManualClock): Entry {
  let users = 0;
  const freshAdmin = () => createUser(api, { operatorRole: "admin", clock });
  const inviteOperator: Entry["inviteOperator"] = async (role = "support") => {
    users += 1;
    const email = `Operator${users}@Example.com`;
    const admin = await freshAdmin();
    const { body, status } = await admin.post("/console/api/users/invitations", {
      email,
      operator_role: role,
    });
    expect(status).toBe(201);
    return { token: await issuedToken(api, body, clock), email, id: body.invitation.invitation_id };
  };
  const setUpTotp: Entry["setUpTotp"] = async (browser) => {
    const { body } = await browser.post("/console/api/me/totp");
    const code = codeOf(body.secret, clock.now());
    const confirmed = await browser.post("/console/api/me/totp/confirm", { code });
    expect(confirmed.status).toBe(200);
    return { key: body.secret, recoveryCodes: confirmed.body.recovery_codes };
  };
  return {
    freshAdmin,
    inviteOperator,
    setUpTotp,
    join: async (role) => {
      const { token, email } = await inviteOperator(role);
      const browser = openBrowser(api);
      const body = { token, name: "Ada Lovelace", password: goodPassword };
      const response = await browser.post("/console/api/invitations/accept", body);
      expect(response).toMatchObject({ status: 200, body: { stage: "password" } });
      const factor = await setUpTotp(browser);
      // A code is accepted once, so the next sign-in needs the code of another step.
      clock.advance(60_000);
      return { browser, email, ...factor };
    },
    signIn: async (email, password = goodPassword) => {
      const browser = openBrowser(api);
      await browser.post("/console/api/sign-in", { email, password });
      return browser;
    },
  };
}

/** The token of an invitation's link, which is made as `florin admin users link` makes it: no response contains it. */
export async function issuedToken(
  { database }: Pick<TestApi, "database">,
  { invitation }: { readonly invitation: { readonly invitation_id: string } },
  clock: Clock = systemClock,
): Promise<string> {
  const id = parseId<"invitation">(invitation.invitation_id);
  if (id === undefined) throw new Error("the response has no invitation");
  const deps = { database, clock, newId: createIdFactory(clock) };
  const cause = systemCause("test");
  const issued = await database.transaction((tx) => issueLink(deps, tx, { id, cause }));
  if (issued === undefined) throw new Error("the invitation is no longer open");
  return issued.token;
}
