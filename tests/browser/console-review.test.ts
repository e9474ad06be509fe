import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { instantFromMs, systemClock } from "../../service/src/kernel/instant.ts";
import { newAccountRequest, newParty } from "../../service/test/account-request.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { codeOf } from "../../service/test/authenticator.ts";
import { chainsOff } from "../../service/test/chains-off.ts";
import { createUser, type TestUser } from "../../service/test/console.ts";
import { samplePng, stage } from "../../service/test/documents.ts";
import { eventually } from "../../service/test/eventually.ts";
import { startReceiver } from "../../service/test/webhook-receiver.ts";
import { isChromiumInstalled, whySkipped } from "./chromium.ts";
import { atConsole, startConsoleApi } from "./console-environment.ts";

let api: TestApi;
let tenant: TestClient;

beforeAll(async () => {
  api = await startConsoleApi({
    environment: { ...chainsOff, WEBHOOK_ALLOW_HTTP: "on", WEBHOOK_ALLOW_PRIVATE: "on" },
  });
  tenant = await api.createClient({ network: "mainnet" });
});

afterAll(() => api?.stop());

test.skipIf(!isChromiumInstalled)(
  `an account is reviewed and approved: document, hit, second factor, decision, webhook${whySkipped}`,
  async () => {
    await using receiver = await startReceiver();
    await subscribe(receiver.url);
    const accountId = await accountWithHit();
    const { user, key } = await reviewerWithApp();
    await atConsole(api, user, async ({ page, open, inspect, inspectAgain }) => {
      await open("/ops/reviews");
      await inspectAgain("reviews");
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
      await page.getByText("No decision is pending.").waitFor();
      await inspect("review-complete");
    });
    expect(await statusOf(accountId)).toBe("complete");
    expect(await actorsOf(accountId, "document.open")).toContain(user.userId);
    expect(await actorsOf(accountId, "verification.approve")).toEqual([user.userId]);
    await eventually(() => {
      const reported = [...receiver.received.values()].flatMap(({ bodies }) => [...bodies]);
      expect(
        reported.some((body) => body.includes("account.verification.completed") && body.includes(accountId)),
      ).toBe(true);
    });
  },
);

test.skipIf(!isChromiumInstalled)(
  `a decision on an outdated revision is rejected, and the changes are shown${whySkipped}`,
  async () => {
    const accountId = await accountWithHit();
    const slow = await createUser(api, { operatorRole: "compliance" });
    const fast = await createUser(api, { operatorRole: "compliance" });
    await atConsole(api, slow, async ({ page, open, inspect }) => {
      await open(`/ops/reviews/${accountId}`);
      await page.getByRole("button", { name: "Approve" }).click();
      const dialog = page.getByRole("dialog", { name: /^Approve/ });
      await dialog.getByLabel("Reason").fill("false positive");
      const path = `/console/api/reviews/${accountId}`;
      const { revision } = (await fast.get(path)).body;
      const requested = await fast.post(`${path}/request-documents`, { revision, set: "business" });
      expect(requested.status).toBe(200);
      await dialog.getByRole("button", { name: "Approve" }).click();
      const notice = page.getByRole("alert").filter({ hasText: "Decision not saved" });
      await notice.getByText(/Documents requested: Test User/).waitFor();
      await notice.getByText("The review state changed from in review to documents required.").waitFor();
      await inspect("review-changed");
    });
    expect(await statusOf(accountId)).toBe("pending");
  },
);

/** Opens a document in the inline viewer. */
async function openDocument(page: Page): Promise<void> {
  const document = page.getByRole("article", { name: "EIN confirmation letter" });
  await document.getByRole("button", { name: "View" }).click();
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

/** A TOTP code is accepted once, so this uses the code of the next time step. */
async function showSecondFactor(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  const code = codeOf(key, instantFromMs(systemClock.now() + stepMs));
  // The last digit submits the code.
  await dialog.getByLabel("Six-digit code").fill(code);
}

/** A compliance user whose second factor was confirmed a while ago. */
async function reviewerWithApp(): Promise<{ readonly user: TestUser; readonly key: string }> {
  const user = await createUser(api, { operatorRole: "compliance" });
  const { secret } = (await user.post("/console/api/me/totp")).body;
  const code = codeOf(secret, systemClock.now());
  const confirmed = await user.post("/console/api/me/totp/confirm", { code });
  expect(confirmed.status).toBe(200);
  // Adding a factor rotates the session cookie.
  const [cookie = user.cookie] = confirmed.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
  await api.database.run(letFactorAge, [user.userId]);
  return { user: { ...user, cookie }, key: secret };
}

const letFactorAge = statement(
  "UPDATE console_sessions SET second_factor_at = second_factor_at - interval '10 minutes' WHERE user_id = $1",
);

let accounts = 0;

/** An account whose controller matches an entry of the demo sanctions list, with a document. */
async function accountWithHit(): Promise<string> {
  accounts += 1;
  const { token } = tenant;
  const controller = newParty({ first_name: "Viktor", last_name: "Zarnovsky", dob: "1961-03-12" });
  const document = await stage(api, tenant, samplePng, { document_kind: "ein_letter" });
  const response = await api.request("POST", "/accounts", {
    token,
    idempotencyKey: `account-${accounts}`,
    body: newAccountRequest({
      name: "Viktor's Imports",
      business_controller: controller,
      doc_submission_ids: [document],
    }),
  });
  expect(response.status).toBe(201);
  const { id } = response.body;
  const onlooker = await createUser(api, { operatorRole: "read_only" });
  await eventually(async () => {
    expect((await onlooker.get(`/console/api/reviews/${id}`)).body.stage).toBe("in_review");
  });
  return id;
}

async function subscribe(url: string): Promise<void> {
  const { token, accountId } = tenant;
  const response = await api.request("POST", `/accounts/${accountId}/webhooks`, {
    token,
    idempotencyKey: "a-subscription",
    body: { url, events: ["account.verification.*"] },
  });
  expect(response.status).toBe(201);
}

async function statusOf(accountId: string): Promise<string> {
  const { token } = tenant;
  return (await api.request("GET", `/accounts/${accountId}`, { token })).body.status;
}

async function actorsOf(accountId: string, action: string): Promise<readonly string[]> {
  const rows = await api.database.rows(selectActors, [accountId, action]);
  return rows.map(({ actorId }) => actorId);
}

const selectActors = statement<{ actorId: string }>(
  "SELECT actor_id FROM audit_log WHERE account_id = $1 AND action = $2",
);
