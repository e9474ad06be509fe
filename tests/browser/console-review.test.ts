import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { instantFromMs, systemClock } from "../../service/src/kernel/instant.ts";
import { newAccountRequest, newParty } from "../../service/test/account-request.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { codeOf } from "../../service/test/authenticator.ts";
import { chainsOff } from "../../service/test/chains-off.ts";
import { createPerson, type TestPerson } from "../../service/test/console.ts";
import { samplePng, stage } from "../../service/test/documents.ts";
import { eventually } from "../../service/test/eventually.ts";
import { startReceiver } from "../../service/test/webhook-receiver.ts";
import { closeBrowser, isChromiumInstalled } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-world.ts";

afterAll(closeBrowser);

let api: TestApi;
let tenant: TestClient;

beforeAll(async () => {
  api = await startConsoleApi({
    environment: { ...chainsOff, WEBHOOK_ALLOW_HTTP: "on", WEBHOOK_ALLOW_PRIVATE: "on" },
  });
  tenant = await api.createClient({ network: "mainnet" });
}, 120_000);

afterAll(() => api?.stop());

// Pictures in three looks, and axe in each, take a while on a busy machine.
const patience = { timeout: 300_000 };
const why = isChromiumInstalled ? "" : " (skipped: needs /usr/bin/chromium)";

test.skipIf(!isChromiumInstalled)(
  `an account is reviewed to its end: document, hit, second factor, approval, and its manager is told${why}`,
  patience,
  async () => {
    await using receiver = await startReceiver();
    await subscribe(receiver.url);
    const accountId = await accountWithHit();
    const { person, key } = await reviewerWithApp();
    await atConsole(api, person, async ({ page, open, inspect }) => {
      await open("/ops/reviews");
      await inspect("reviews");
      await page.getByText("Viktor's Imports").click();
      await page.getByRole("heading", { level: 1, name: "Viktor's Imports" }).waitFor();
      const hit = page.getByRole("article", { name: "Hit on Controller" });
      await hit.getByText("ZARNOVSKY, Viktor Emilovich").waitFor();
      await openDocument(page);
      await inspect("review");

      await page.getByRole("button", { name: "Approve" }).click();
      const dialog = page.getByRole("dialog", { name: /^Approve/ });
      await dialog.getByLabel("Reason").fill("born in another country than the one on the list");
      await inspect("review-approve");
      await dialog.getByRole("button", { name: "Approve" }).click();
      await showSecondFactor(page, key);
      await page.getByText("There is nothing to decide.").waitFor();
      await inspect("review-complete");
    });
    expect(await statusOf(accountId)).toBe("complete");
    expect(await actorsOf(accountId, "document.open")).toContain(person.personId);
    expect(await actorsOf(accountId, "verification.approve")).toEqual([person.personId]);
    await eventually(() => {
      const told = [...receiver.received.values()].flatMap(({ bodies }) => [...bodies]);
      expect(
        told.some((body) => body.includes("account.verification.completed") && body.includes(accountId)),
      ).toBe(true);
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `whoever decides on what somebody else has changed meanwhile is shown the change, and nothing is decided${why}`,
  patience,
  async () => {
    const accountId = await accountWithHit();
    const slow = await createPerson(api, { operatorRole: "compliance" });
    const fast = await createPerson(api, { operatorRole: "compliance" });
    await atConsole(api, slow, async ({ page, open, inspect }) => {
      await open(`/ops/reviews/${accountId}`);
      await page.getByRole("button", { name: "Approve" }).click();
      const dialog = page.getByRole("dialog", { name: /^Approve/ });
      await dialog.getByLabel("Reason").fill("it is somebody else");
      const path = `/console/api/reviews/${accountId}`;
      const { revision } = (await fast.get(path)).body;
      const asked = await fast.post(`${path}/request-documents`, { revision, set: "business" });
      expect(asked.status).toBe(200);
      await dialog.getByRole("button", { name: "Approve" }).click();
      const notice = page.getByRole("alert").filter({ hasText: "Nothing was decided" });
      await notice.getByText(/Documents asked for: Test Person/).waitFor();
      await notice.getByText("It went from in review to documents required.").waitFor();
      await inspect("review-changed");
    });
    expect(await statusOf(accountId)).toBe("pending");
  },
);

/** A document is looked at where it stands. */
async function openDocument(page: Page): Promise<void> {
  const document = page.getByRole("article", { name: "EIN confirmation letter" });
  await document.getByRole("button", { name: "Look at it" }).click();
  const picture = document.getByRole("img", { name: "EIN confirmation letter" });
  await picture.waitFor();
  await eventually(async () => {
    const width = await picture.evaluate(
      (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
    );
    expect(width).toBeGreaterThan(0);
  });
}

const stepMs = 30_000;

/** A code is good once, so it is that of the next step. */
async function showSecondFactor(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  const code = codeOf(key, instantFromMs(systemClock.now() + stepMs));
  await dialog.getByLabel("Six-digit code").fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

/** Somebody of the compliance role whose authenticator was last asked a while ago. */
async function reviewerWithApp(): Promise<{ readonly person: TestPerson; readonly key: string }> {
  const person = await createPerson(api, { operatorRole: "compliance" });
  const { secret } = (await person.post("/console/api/me/totp")).body;
  const code = codeOf(secret, systemClock.now());
  const confirmed = await person.post("/console/api/me/totp/confirm", { code });
  expect(confirmed.status).toBe(200);
  // With a new factor the session gets another name.
  const [cookie = person.cookie] = confirmed.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
  await api.database.run(letFactorAge, [person.personId]);
  return { person: { ...person, cookie }, key: secret };
}

const letFactorAge = statement(
  "UPDATE console_sessions SET second_factor_at = second_factor_at - interval '10 minutes' WHERE person_id = $1",
);

let accounts = 0;

/** An account whose controller is near to an entry of the demo list, with a document. */
async function accountWithHit(): Promise<string> {
  accounts += 1;
  const { token } = tenant;
  const controller = newParty({ first_name: "Viktor", last_name: "Zarnovsky", dob: "1961-03-12" });
  const document = await stage(api, tenant, samplePng, { document_kind: "ein_letter" });
  const answer = await api.request("POST", "/accounts", {
    token,
    idempotencyKey: `account-${accounts}`,
    body: newAccountRequest({
      name: "Viktor's Imports",
      business_controller: controller,
      doc_submission_ids: [document],
    }),
  });
  expect(answer.status).toBe(201);
  const { id } = answer.body;
  const onlooker = await createPerson(api, { operatorRole: "read_only" });
  await eventually(async () => {
    expect((await onlooker.get(`/console/api/reviews/${id}`)).body.stage).toBe("in_review");
  });
  return id;
}

async function subscribe(url: string): Promise<void> {
  const { token, accountId } = tenant;
  const answer = await api.request("POST", `/accounts/${accountId}/webhooks`, {
    token,
    idempotencyKey: "a-subscription",
    body: { url, events: ["account.verification.*"] },
  });
  expect(answer.status).toBe(201);
}

async function statusOf(accountId: string): Promise<string> {
  const { token } = tenant;
  return (await api.request("GET", `/accounts/${accountId}`, { token })).body.status;
}

async function actorsOf(accountId: string, action: string): Promise<readonly string[]> {
  const rows = await api.database.rows<{ actor_id: string }>(selectActors, [accountId, action]);
  return rows.map(({ actor_id }) => actor_id);
}

const selectActors = statement("SELECT actor_id FROM audit_log WHERE account_id = $1 AND action = $2");
