import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { confirmingClient, openBrowser } from "../../../test/console.ts";
import {
  type Browser,
  createEntry,
  type Entry,
  goodPassword,
  issuedToken,
} from "../../../test/console-entry.ts";
import { createPasskeyDevice, type PasskeyDevice, type Showing } from "../../../test/passkey-device.ts";
import { relyingPartyOf } from "../../users/passkeys/relying-party.ts";

const clock = createManualClock();
const environment = { BASE_URL: "http://localhost:8080" };
const relyingParty = relyingPartyOf(environment.BASE_URL);
const passkeys = "/console/api/me/passkeys";
const signInPath = "/console/api/sign-in/passkey";
const confirmPath = "/console/api/me/confirm/passkey";
let api: TestApi;
let entry: Entry;

beforeAll(async () => {
  api = await startTestApi({ clock, environment });
  entry = createEntry(api, clock);
});
afterAll(() => api.stop());

async function addPasskey(client: Browser): Promise<{ readonly id: string; readonly device: PasskeyDevice }> {
  const device = createPasskeyDevice(relyingParty);
  const confirming = confirmingClient(api, client, clock);
  const { body } = await confirming.post(`${passkeys}/options`);
  const response = device.make(body.options);
  const made = await client.post(passkeys, { challenge_id: body.challenge_id, name: "Key", response });
  expect(made.status, made.text).toBe(201);
  return { id: made.body.passkey.passkey_id, device };
}

/** A user with an authenticator and a passkey. */
async function joinWithPasskey() {
  const joined = await entry.join();
  clock.advance(60_000);
  return { ...joined, ...(await addPasskey(joined.browser)) };
}

async function responseOf(path: string, client: Browser, device: PasskeyDevice, how?: Showing) {
  const { body } = await client.post(`${path}/options`);
  return { challenge_id: body.challenge_id, response: device.show(body.options, how) };
}

describe("signing in with a passkey", () => {
  test("completes the session, and a response is valid once", async () => {
    const { device, email } = await joinWithPasskey();
    const browser = openBrowser(api);
    const assertion = await responseOf(signInPath, browser, device);
    expect((await browser.post(signInPath, assertion)).body.stage).toBe("complete");
    expect((await browser.get("/console/api/me")).body.user.email).toBe(email);
    const again = await openBrowser(api).post(signInPath, assertion);
    expect(again).toMatchObject({ status: 401, body: { code: "sign_in_failed" } });
    // Even with a higher counter: the challenge is consumed.
    const renewed = { ...assertion, response: device.show({ challenge: challengeIn(assertion.response) }) };
    expect((await openBrowser(api).post(signInPath, renewed)).status).toBe(401);
  });

  test("rejects an expired challenge, or one for another purpose", async () => {
    const { browser, device } = await joinWithPasskey();
    const late = await responseOf(signInPath, browser, device);
    const confirming = await responseOf(confirmPath, browser, device);
    expect((await openBrowser(api).post(signInPath, confirming)).status).toBe(401);
    clock.advance(5 * 60_000);
    expect((await openBrowser(api).post(signInPath, late)).status).toBe(401);
  });

  test("rejects a device without user verification, and a cloned one", async () => {
    const { device } = await joinWithPasskey();
    const show = async (how: Showing) => {
      const browser = openBrowser(api);
      return (await browser.post(signInPath, await responseOf(signInPath, browser, device, how))).status;
    };
    expect(await show({ isUserVerified: false, counter: 5 })).toBe(401);
    expect(await show({ counter: 6 })).toBe(200);
    expect(await show({ counter: 6 })).toBe(401);
  });

  test("rejects a disabled user", async () => {
    const { browser, device } = await joinWithPasskey();
    const { user } = (await browser.get("/console/api/me")).body;
    const admin = await entry.freshAdmin();
    expect((await admin.post(`/console/api/users/${user.id}/disable`)).status).toBe(204);
    const other = openBrowser(api);
    const assertion = await responseOf(signInPath, other, device);
    expect((await other.post(signInPath, assertion)).body.code).toBe("sign_in_failed");
  });

  test("rate limits wrong attempts", async () => {
    const alone = await startTestApi({ clock, environment });
    try {
      const browser = openBrowser(alone);
      const stranger = createPasskeyDevice(relyingParty);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 50 && !statuses.includes(429); attempt += 1) {
        const assertion = await responseOf(signInPath, browser, stranger);
        statuses.push((await browser.post(signInPath, assertion)).status);
      }
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await alone.stop();
    }
  });
});

describe("passkeys", () => {
  test("of another user can't be used, renamed or removed", async () => {
    const mine = await joinWithPasskey();
    const theirs = await joinWithPasskey();
    const assertion = await responseOf(confirmPath, mine.browser, theirs.device);
    expect((await mine.browser.post(confirmPath, assertion)).status).toBe(422);
    const right = await responseOf(confirmPath, mine.browser, mine.device);
    expect((await mine.browser.post(confirmPath, right)).status).toBe(200);
    expect((await mine.browser.patch(`${passkeys}/${theirs.id}`, { name: "Mine" })).status).toBe(404);
    expect((await mine.browser.delete(`${passkeys}/${theirs.id}`)).status).toBe(404);
    expect((await theirs.browser.get(passkeys)).body.passkeys).toMatchObject([{ name: "Key" }]);
  });

  test("are removed, except the last second factor", async () => {
    const { token } = await entry.inviteOperator();
    const browser = openBrowser(api);
    const accept = { token, name: "Ada Lovelace", password: goodPassword };
    await browser.post("/console/api/invitations/accept", accept);
    const [first, second] = [await addPasskey(browser), await addPasskey(browser)];
    expect((await browser.delete(`${passkeys}/${first.id}`)).status).toBe(204);
    const last = await browser.delete(`${passkeys}/${second.id}`);
    expect(last).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await browser.get("/console/api/me")).body.second_factors.passkeys).toBe(1);
    const other = openBrowser(api);
    expect((await other.post(signInPath, await responseOf(signInPath, other, first.device))).status).toBe(
      401,
    );
  });

  test("are removed by a reset of lost second factors", async () => {
    const { browser, device } = await joinWithPasskey();
    const { user } = (await browser.get("/console/api/me")).body;
    const admin = await entry.freshAdmin();
    const body = { forgets_second_factors: true };
    const reply = await admin.post(`/console/api/users/${user.id}/reset`, body);
    const accept = { token: await issuedToken(api, reply.body, clock), password: goodPassword };
    const again = await openBrowser(api).post("/console/api/invitations/accept", accept);
    expect(again.body.second_factors).toEqual({ totp: false, passkeys: 0 });
    const other = openBrowser(api);
    expect((await other.post(signInPath, await responseOf(signInPath, other, device))).status).toBe(401);
  });
});

function challengeIn(response: object): string {
  const { clientDataJSON } = (response as { readonly response: { readonly clientDataJSON: string } })
    .response;
  return JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).challenge;
}
