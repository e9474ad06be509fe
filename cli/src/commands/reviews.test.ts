import { expect, test } from "vitest";
import type { NewAccount } from "../../../service/src/accounts/account-request.ts";
import { noteLinkedDocuments } from "../../../service/src/accounts/verification/note-linked-documents.ts";
import { rescreenAccounts } from "../../../service/src/accounts/verification/rescreen-accounts.ts";
import { testCause } from "../../../service/test/auth.ts";
import {
  openVerificationEnvironment,
  type VerificationEnvironment,
} from "../../../service/test/verification.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

interface Review {
  readonly account_id: string;
  readonly status: string;
  readonly stage: string;
  readonly open_hit: boolean;
  readonly revision: number;
  readonly hits: readonly { readonly uid: string; readonly score: number }[];
  readonly requirements: readonly { readonly document_kind: string; readonly status: string }[];
  readonly decisions: readonly {
    readonly event: string;
    readonly actor_type: string;
    readonly reason: string;
  }[];
}

const controllerOnList = { "3": "VANDERQUACK, Wilhelmina" };

test("the queue is a table on a terminal, oldest first", async () => {
  await using operator = await openOperator();
  const env = await openEnvironment(operator);
  const first = await waiting(env, { name: "First in line" });
  const second = await waiting(env, { name: "Second in line" });
  const { stdout } = await operator.florin(["reviews", "list"], { atTerminal: true });
  expect(stdout).toContain("waiting since");
  expect(stdout.indexOf(first)).toBeGreaterThan(0);
  expect(stdout.indexOf(second)).toBeGreaterThan(stdout.indexOf(first));
  const items = await operator.responseOf<readonly Review[]>(["reviews", "list", "--network", "testnet"]);
  expect(items).toEqual([]);
});

test("a review is shown with explained hits and without tax or social security numbers", async () => {
  await using operator = await openOperator();
  const env = await openEnvironment(operator);
  await env.setList(controllerOnList);
  const account = await waiting(env);
  const shown = await operator.florin(["reviews", "show", account], { atTerminal: true });
  expect(shown.stdout).toContain("*****7694");
  expect(shown.stdout).toContain("VANDERQUACK, Wilhelmina");
  expect(shown.stdout).toMatch(/vanderquack equal \(1000\)/i);
  const asJson = await operator.florin(["reviews", "show", account, "--json"]);
  for (const text of [shown.stdout, asJson.stdout]) {
    for (const secret of ["512387694", "123498765", "1964-08-23"]) expect(text).not.toContain(secret);
  }
});

test("a review explains its hits: unreadable names, and matches of earlier lists", async () => {
  await using operator = await openOperator();
  const env = await openEnvironment(operator);
  await env.setList(controllerOnList);
  const account = await waiting(env, { name: "\u4e00\u4e8c" });
  await env.setList({ "99": "UNRELATED, Name" });
  await rescreenAccounts(env.deps, new AbortController().signal);
  const { stdout } = await operator.florin(["reviews", "show", account], { atTerminal: true });
  expect(stdout).toContain("unreadable names");
  expect(stdout).toMatch(/│ business +│ hit +│ 0 +│ 0 +│ 1 /);
  expect(stdout).toMatch(/│ controller +│ hit +│ 1 +│ 0 +│ 0 /);
  expect(stdout).toContain("VANDERQUACK, Wilhelmina");
});

test("reviews that await documents are filtered by state", async () => {
  await using operator = await openOperator();
  const env = await openEnvironment(operator);
  const account = await waiting(env);
  const { revision } = await show(operator, account);
  const ask = ["reviews", "request-documents", account, "--set", "address", "--revision", String(revision)];
  expect(await operator.florin(ask)).toMatchObject({ exitCode: 0 });
  expect(await operator.responseOf<readonly Review[]>(["reviews", "list"])).toEqual([]);
  const items = await operator.florin(["reviews", "list", "--stage", "documents_required"], {
    atTerminal: true,
  });
  expect(items.stdout).toContain("stage since");
  expect(items.stdout).toContain(account);
  expect(await operator.florin(["reviews", "list", "--stage", "complete"])).toMatchObject({ exitCode: 2 });
});

test("approving despite a hit requires a reason and the current revision", async () => {
  await using operator = await openOperator();
  const env = await openEnvironment(operator);
  await env.setList(controllerOnList);
  const account = await waiting(env);
  const { revision } = await show(operator, account);
  const approve = ["reviews", "approve", account, "--revision", String(revision)];
  expect(await operator.florin(approve)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("reason is required"),
  });
  const stale = ["reviews", "approve", account, "--revision", "1", "--reason", "seen"];
  expect(await operator.florin(stale)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("has changed"),
  });
  expect(await operator.florin(["reviews", "approve", account, "--reason", "seen"])).toMatchObject({
    exitCode: 2,
  });
  const approved = await operator.responseOf<Review>([...approve, "--reason", "seen", "--as", "Rosa"]);
  expect(approved).toMatchObject({ account_id: account, status: "complete", open_hit: false });
  const [last] = (await show(operator, account)).decisions;
  expect(last).toMatchObject({
    event: "reviewer_approved",
    actor_type: "operator",
    actor: "Rosa",
    reason: "seen",
  });
});

test("rejecting requires confirmation and a known reason code", async () => {
  await using operator = await openOperator();
  const account = await waiting(await openEnvironment(operator));
  const { revision } = await show(operator, account);
  const reject = ["reviews", "reject", account, "--revision", String(revision), "--reason", "made up"];
  expect(await operator.florin(reject)).toMatchObject({ exitCode: 2 });
  expect(await operator.florin([...reject, "--yes", "--code", "dislike"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("code must be one of verification_failed"),
  });
  const rejected = await operator.responseOf<Review>([...reject, "--yes", "--code", "not_eligible"]);
  expect(rejected).toMatchObject({ status: "rejected" });
});

test("documents are requested, rejected and accepted individually", async () => {
  await using operator = await openOperator();
  const env = await openEnvironment(operator);
  const account = await waiting(env);
  const decide = async (...words: readonly string[]) => {
    const [verb = "", ...rest] = words;
    const { revision } = await show(operator, account);
    return operator.florin(["reviews", verb, account, ...rest, "--revision", String(revision)]);
  };
  const unnamed = await decide("request-documents");
  expect(unnamed).toMatchObject({ exitCode: 2 });
  const unknown = await decide("request-documents", "--document", "horoscope");
  expect(unknown.stderr).toContain("no kind of document");
  const stranger = await decide("request-documents", "--document", "government_photo_id:owner_7");
  expect(stranger.stderr).toContain("must be one of controller, owner_1");
  expect(await decide("request-documents", "--document", "ein_letter")).toMatchObject({ exitCode: 0 });
  const first = await upload(env, account);
  expect(await decide("reject-document", first, "--reason", "unreadable")).toMatchObject({ exitCode: 0 });
  const second = await upload(env, account);
  expect(await decide("accept-document", second)).toMatchObject({ exitCode: 0 });
  const { requirements } = await show(operator, account);
  expect(requirements.map(({ status }) => status)).toEqual(["rejected", "accepted"]);
  expect(await decide("request-documents", "--set", "identity")).toMatchObject({ exitCode: 0 });
  expect((await show(operator, account)).requirements).toHaveLength(4);
});

test("a hit on a complete account is cleared", async () => {
  await using operator = await openOperator();
  const account = await waiting(await openEnvironment(operator));
  const { revision } = await show(operator, account);
  const clear = ["reviews", "clear-hit", account, "--revision", String(revision), "--reason", "seen"];
  expect(await operator.florin(clear)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("clearing a hit is not possible"),
  });
});

test("an unknown account is reported", async () => {
  await using operator = await openOperator();
  expect(await operator.florin(["reviews", "show", "unknown"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("no managed account with this id"),
  });
});

function openEnvironment({ database, masterKey }: Operator): Promise<VerificationEnvironment> {
  return openVerificationEnvironment({ existing: { database, masterKey, drop: async () => {} } });
}

async function waiting(env: VerificationEnvironment, request: Partial<NewAccount> = {}): Promise<string> {
  const account = await env.createAccount(request, "mainnet");
  await env.verify(account);
  env.clock.advance(1_000);
  return account.id;
}

function show(operator: Operator, account: string): Promise<Review> {
  return operator.responseOf<Review>(["reviews", "show", account]);
}

/** Stages a document and links it to the account, as a client does. */
async function upload({ deps, manager }: VerificationEnvironment, accountId: string): Promise<string> {
  const id = deps.newId<"document">();
  const account = { tenantId: manager.tenantId, id: accountId as never, network: "mainnet" } as const;
  const letter = { documentKind: "ein_letter", documentType: "business_document" } as const;
  const linkedDocuments = [{ ...letter, id, personLabel: undefined }];
  await deps.database.transaction((tx) =>
    noteLinkedDocuments(deps, tx, { account, cause: testCause, linkedDocuments }),
  );
  return id;
}
