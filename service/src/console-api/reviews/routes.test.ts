import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest, newParty } from "../../../test/account-request.ts";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { chainsOff } from "../../../test/chains-off.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { samplePdf, samplePng, stage } from "../../../test/documents.ts";
import { eventually } from "../../../test/eventually.ts";
import { statement } from "../../db/statement.ts";

let api: TestApi;
let client: TestClient;
let reviewer: TestUser;
let onlooker: TestUser;
let key = 0;

beforeAll(async () => {
  api = await startTestApi({ environment: chainsOff });
  client = await api.createClient({ network: "mainnet" });
  reviewer = await createUser(api, { operatorRole: "compliance" });
  onlooker = await createUser(api, { operatorRole: "read_only" });
});

afterAll(() => api?.stop());

const reviews = "/console/api/reviews";

test("the queue lists pending reviews of all tenants, oldest first, paged", async () => {
  const first = await waiting({ name: "Queue One" });
  const second = await waiting({ name: "Queue Two" });
  const { body } = await onlooker.get(`${reviews}?network=mainnet`);
  const ids = body.reviews.map(({ account_id }: { account_id: string }) => account_id);
  expect(ids.indexOf(first)).toBeGreaterThanOrEqual(0);
  expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second));
  expect(body.reviews[ids.indexOf(first)]).toMatchObject({
    name: "Queue One",
    tenant_name: "Test Account",
    stage: "in_review",
    hits: 0,
  });
  const page = await onlooker.get(`${reviews}?page[size]=1`);
  expect(page.body.reviews).toHaveLength(1);
  const next = encodeURIComponent(page.body.pagination.next);
  const rest = await onlooker.get(`${reviews}?page[size]=1&page[after]=${next}`);
  expect(rest.body.reviews[0].account_id).toBe(ids[1]);
  expect((await onlooker.get(`${reviews}?network=testnet`)).body.reviews).toEqual([]);
  const back = encodeURIComponent(rest.body.pagination.prev);
  const again = await onlooker.get(`${reviews}?page[size]=1&page[before]=${back}`);
  expect(again.body.reviews).toEqual(page.body.reviews);
  for (const filter of ["", "&stage=in_review"]) {
    const newest = (await onlooker.get(`${reviews}?sort=-created_at${filter}`)).body.reviews;
    expect(newest).toEqual(
      (await onlooker.get(`${reviews}?sort=created_at${filter}`)).body.reviews.toReversed(),
    );
    expect(newest.length).toBeGreaterThan(1);
    const since = newest[0].waiting_since;
    const before = await onlooker.get(`${reviews}?created_before=${since}${filter}`);
    expect(before.body.reviews).toEqual(
      newest.toReversed().filter(({ waiting_since }: { waiting_since: string }) => waiting_since < since),
    );
    expect((await onlooker.get(`${reviews}?created_after=${since}${filter}`)).body.reviews).toEqual([]);
  }
});

test("a review shows hits and flags with the data, and only masked numbers", async () => {
  const id = await waiting({ business_controller: items() });
  const { status, body, text } = await onlooker.get(`${reviews}/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    has_open_hit: true,
    possible: ["approve", "reject", "request_documents"],
    profile: { business: { ein: "*****8765" }, individuals: [{ label: "controller", ssn: "*****7694" }, {}] },
  });
  const controller = body.screenings.find(({ subject }: { subject: string }) => subject === "controller");
  expect(controller.hits).toMatchObject([{ uid: "1", sanctioned_name: "ZARNOVSKY, Viktor Emilovich" }]);
  for (const secret of ["512387694", "512-38-7694", "123498765", "12-3498765", "1961-03-12"])
    expect(text).not.toContain(secret);
  expect(await onlooker.get(`${reviews}/${client.accountId}`)).toMatchObject({ status: 404 });
});

test("similar cases of a review are accounts of the same name, also of other workspaces, and how they ended", async () => {
  const first = await waiting({ name: "Same Name" });
  const other = await api.createClient({ network: "mainnet" });
  const second = await waiting({ name: "SAME name" }, other);
  const { body } = await onlooker.get(`/console/api/work-items/review/${second}/similar`);
  expect(body.cases).toMatchObject([{ id: first, title: "Same Name", amount: null, outcome: "in_review" }]);
});

test("non-operators see no review, and read-only operators cannot decide", async () => {
  const id = await waiting();
  const member = await createUser(api, { memberOf: client.accountId });
  for (const path of [reviews, `${reviews}/${id}`])
    expect(await member.get(path)).toMatchObject({ status: 403, body: { code: "not_permitted" } });
  expect(await onlooker.post(`${reviews}/${id}/approve`, { revision: 1 })).toMatchObject({ status: 403 });
});

test("a decision needs a recent second factor", async () => {
  const id = await waiting();
  const tired = await createUser(api, { operatorRole: "compliance", secondFactorAge: "old" });
  const { body } = await tired.get(`${reviews}/${id}`);
  expect(await tired.post(`${reviews}/${id}/approve`, { revision: body.revision })).toMatchObject({
    status: 403,
    body: { code: "second_factor_required" },
  });
});

test("approval despite a hit requires a reason and is recorded in the user's name", async () => {
  const id = await waiting({ business_controller: items() });
  const { revision } = (await reviewer.get(`${reviews}/${id}`)).body;
  expect(await reviewer.post(`${reviews}/${id}/approve`, { revision })).toMatchObject({ status: 400 });
  const reason = "another place of birth on the passport";
  const approved = await reviewer.post(`${reviews}/${id}/approve`, { revision, reason });
  expect(approved).toMatchObject({ status: 200, body: { status: "complete", has_open_hit: false } });
  const { decisions, possible } = (await reviewer.get(`${reviews}/${id}`)).body;
  expect(possible).toEqual([]);
  expect(decisions[0]).toMatchObject({
    actor_type: "user",
    actor: reviewer.userId,
    actor_name: "Test User",
    reason,
  });
  expect(await auditOf(id, "verification.approve")).toEqual([reviewer.userId]);
});

test("a decision on an outdated revision is rejected", async () => {
  const id = await waiting();
  const { revision } = (await reviewer.get(`${reviews}/${id}`)).body;
  const expected = { revision, set: "business" };
  expect(await reviewer.post(`${reviews}/${id}/request-documents`, expected)).toMatchObject({ status: 200 });
  const late = await reviewer.post(`${reviews}/${id}/approve`, { revision });
  expect(late).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await reviewer.get(`${reviews}/${id}`)).body).toMatchObject({ stage: "documents_required" });
});

test("a rejection has a code, and an unknown code is rejected", async () => {
  const id = await waiting();
  const { revision } = (await reviewer.get(`${reviews}/${id}`)).body;
  const rejection = { revision, reason: "not who they say" };
  const strange = await reviewer.post(`${reviews}/${id}/reject`, { ...rejection, code: "because" });
  expect(strange).toMatchObject({ status: 400, body: { errors: [{ pointer: "/code" }] } });
  const rejected = await reviewer.post(`${reviews}/${id}/reject`, { ...rejection, code: "compliance" });
  expect(rejected).toMatchObject({ status: 200, body: { status: "rejected" } });
});

test("individual documents are requested per individual, accepted, or rejected and requested again", async () => {
  const id = await waiting();
  const { revision } = (await reviewer.get(`${reviews}/${id}`)).body;
  const documents = [
    { document_kind: "government_photo_id", person_label: "owner_1" },
    { document_kind: "ein_letter" },
  ];
  const noOne = [{ document_kind: "government_photo_id", person_label: "owner_7" }];
  const path = `${reviews}/${id}/request-documents`;
  expect(await reviewer.post(path, { revision, documents: noOne })).toMatchObject({ status: 422 });
  expect(await reviewer.post(path, { revision, documents })).toMatchObject({ status: 200 });
  const photo = await linked(id, samplePng, {
    document_kind: "government_photo_id",
    person_label: "owner_1",
  });
  const letter = await linked(id, samplePdf(), { document_kind: "ein_letter" });
  await cameToReview(id);
  const accepted = await reviewer.post(`${reviews}/${id}/documents/${photo}/accept`, await revisionOf(id));
  expect(accepted).toMatchObject({ status: 200 });
  const twice = await reviewer.post(`${reviews}/${id}/documents/${photo}/accept`, await revisionOf(id));
  expect(twice).toMatchObject({ status: 409 });
  const again = { ...(await revisionOf(id)), reason: "cannot be read" };
  expect(await reviewer.post(`${reviews}/${id}/documents/${letter}/reject`, again)).toMatchObject({
    status: 200,
  });
  const { requirements } = (await reviewer.get(`${reviews}/${id}`)).body;
  expect(requirements.map(({ status }: { status: string }) => status)).toEqual([
    "accepted",
    "rejected",
    "pending_upload",
  ]);
});

test("a new hit on a complete account is cleared with a reason, and the account stays complete", async () => {
  const id = await waiting();
  const path = `${reviews}/${id}/clear-hit`;
  const reason = "a namesake in another country";
  const early = await reviewer.post(path, { ...(await revisionOf(id)), reason });
  expect(early).toMatchObject({ status: 409 });
  const approval = { ...(await revisionOf(id)), reason: "flags looked at" };
  expect(await reviewer.post(`${reviews}/${id}/approve`, approval)).toMatchObject({ status: 200 });
  // A later list matches an individual of the account.
  await api.database.run(openHit, [id]);
  expect((await reviewer.get(`${reviews}/${id}`)).body.possible).toEqual(["clear_hit"]);
  const cleared = await reviewer.post(path, { ...(await revisionOf(id)), reason });
  expect(cleared).toMatchObject({ status: 200, body: { status: "complete", has_open_hit: false } });
  expect(await auditOf(id, "verification.clear_hit")).toEqual([reviewer.userId]);
});

test("a document is returned unchanged for the console's frame, and access is recorded", async () => {
  const id = await waiting();
  const sent = samplePdf(200_000);
  const document = await linked(id, sent, { document_kind: "ein_letter" });
  const path = `${reviews}/${id}/documents/${document}/content`;
  const response = await fetch(api.baseUrl + path, { headers: { cookie: reviewer.cookie } });
  expect(response.status).toBe(200);
  expect(hashOf(Buffer.from(await response.arrayBuffer()))).toBe(hashOf(sent));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'self'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
  });
  expect(await auditOf(id, "document.open")).toEqual([reviewer.userId]);
  expect(await onlooker.get(path)).toMatchObject({ status: 403 });
});

test("a document can be opened only within its own review", async () => {
  const [id, other] = [await waiting(), await waiting()];
  const document = await linked(id, samplePng, { document_kind: "ein_letter" });
  const astray = await reviewer.get(`${reviews}/${other}/documents/${document}/content`);
  expect(astray).toMatchObject({ status: 404 });
  expect(await auditOf(id, "document.open")).toEqual([]);
});

/** A name similar to a demo list entry. */
function items() {
  return newParty({ first_name: "Viktor", last_name: "Zarnovsky", dob: "1961-03-12" });
}

async function waiting(
  overrides: Parameters<typeof newAccountRequest>[0] = {},
  { token } = client,
): Promise<string> {
  key += 1;
  const body = newAccountRequest(overrides);
  const response = await api.request("POST", "/accounts", { token, body, idempotencyKey: `account-${key}` });
  expect(response.status).toBe(201);
  const { id } = response.body;
  await cameToReview(id);
  return id;
}

async function cameToReview(id: string): Promise<void> {
  await eventually(async () => {
    expect((await reviewer.get(`${reviews}/${id}`)).body.stage).toBe("in_review");
  });
}

async function linked(id: string, file: Buffer, fields: Readonly<Record<string, string>>): Promise<string> {
  const document = await stage(api, client, file, fields);
  const { token } = client;
  const body = { doc_submission_ids: [document] };
  expect(await api.request("PATCH", `/accounts/${id}`, { token, body })).toMatchObject({ status: 200 });
  return document;
}

async function revisionOf(id: string): Promise<{ readonly revision: number }> {
  const { revision } = (await reviewer.get(`${reviews}/${id}`)).body;
  return { revision };
}

async function auditOf(accountId: string, action: string): Promise<readonly string[]> {
  const rows = await api.database.rows(selectEntries, [accountId, action]);
  return rows.map(({ actorId }) => actorId);
}

const selectEntries = statement<{ actorId: string }>(
  "SELECT actor_id FROM audit_log WHERE account_id = $1 AND action = $2 AND actor_type = 'user'",
);

const openHit = statement(
  "UPDATE verifications SET has_open_hit = true, waiting_since = now() WHERE account_id = $1",
);

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
