import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { keyOf, openVerificationEnvironment } from "../../../test/verification.ts";
import { lockVerification } from "./advance.ts";
import { approveReview } from "./approve-review.ts";
import type { ProviderQuestion, ProviderResult } from "./provider.ts";
import { insertLinkedDocuments, selectRequirements } from "./requirement-store.ts";
import { rescreenAccounts } from "./rescreen-accounts.ts";
import { selectScreenings } from "./screening-store.ts";
import { selectDecisions } from "./store.ts";
import { verifyAttempts } from "./verify-account.ts";

test("an account without findings completes after the sandbox's delay, once, with its event", async () => {
  await using env = await openVerificationEnvironment({ delayMs: 2_000 });
  const account = await env.createAccount();
  await env.verify(account);
  expect(await env.statusOf(account)).toBe("pending");
  expect((await env.reviewOf(account)).state.stage).toBe("deciding");
  env.clock.advance(2_000);
  await env.verify(account);
  await env.verify(account);
  expect(await env.statusOf(account)).toBe("complete");
  expect(await env.eventsOf(account)).toEqual([
    {
      type: "account.verification.completed",
      data: { account_id: account.id, status: "complete", updated_at: "2026-11-15T12:00:02.000Z" },
    },
  ]);
});

test("a rejection event contains a code and no personal data", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({ business_name: "Quill Denied LLC" });
  await env.verify(account);
  expect(await env.eventsOf(account)).toEqual([
    {
      type: "account.verification.rejected",
      data: {
        account_id: account.id,
        status: "rejected",
        updated_at: "2026-11-15T12:00:00.000Z",
        reason_code: "verification_failed",
      },
    },
  ]);
});

test("a mainnet account needs manual review", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({}, "mainnet");
  await env.verify(account);
  const review = await env.reviewOf(account);
  expect(review.state).toEqual({ stage: "in_review", hasOpenHit: false });
  expect(review.waitingSince).toBe(env.clock.now());
  expect(await env.eventsOf(account)).toEqual([]);
});

test("the event contains the required documents, including a photo id of each individual", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({ business_name: "Quill Document LLC" });
  env.clock.advance(5_000);
  await env.verify(account);
  const common = { status: "pending_upload" };
  const photo = { document_kind: "government_photo_id", document_type: "individual_document", ...common };
  expect(await env.eventsOf(account)).toEqual([
    {
      type: "account.verification.documents_required",
      data: {
        account_id: account.id,
        updated_at: "2026-11-15T12:00:05.000Z",
        documents: [
          {
            document_kind: "certificate_of_good_standing",
            document_type: "business_document",
            display_name: "Certificate of good standing",
            person_label: null,
            ...common,
          },
          { ...photo, display_name: "Government photo ID", person_label: "controller" },
          { ...photo, display_name: "Government photo ID", person_label: "owner_1" },
        ],
      },
    },
  ]);
});

test("all subjects are screened, and the stored result names the list and no data of the subject", async () => {
  await using env = await openVerificationEnvironment();
  await env.setList({ "7": "UNRELATED, Entirely Different" });
  const account = await env.createAccount({ name: "Quill Shop" });
  await env.verify(account);
  const screenings = await selectScreenings(env.deps.database, { ...keyOf(account), limit: 10 });
  expect(screenings.map(({ subjectLabel }) => subjectLabel).sort()).toEqual([
    "business",
    "controller",
    "owner_1",
  ]);
  const { version, sha256 } = env.deps.screener.list();
  for (const screening of screenings) {
    expect(screening).toMatchObject({
      outcome: "clear",
      hits: [],
      listName: "Written",
      listVersion: version,
      listSha256: sha256,
      threshold: 900,
    });
  }
});

test.each([
  ["the business", "1", "QUILLFEATHER TRADING"],
  ["the display name", "2", "MOONBEAM EXPORT LINES"],
  ["the controller", "3", "VANDERQUACK, Wilhelmina"],
  ["an owner", "4", "ZIMBELSTERN, Ottokar"],
])("a hit on %s blocks completion, whatever the provider returns", async (_, uid, sanctionedName) => {
  await using env = await openVerificationEnvironment({
    response: async () => ({ outcome: "accepted", decision: { providerDecision: "passed" } }),
  });
  await env.setList({ [uid]: sanctionedName });
  const account = await env.createAccount({ name: "Moonbeam Export Lines" });
  await env.verify(account);
  await env.verify(account);
  expect((await env.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
  expect(await env.statusOf(account)).toBe("pending");
  const screenings = await selectScreenings(env.deps.database, { ...keyOf(account), limit: 10 });
  expect(screenings.flatMap(({ hits }) => hits).map((hit) => hit.uid)).toEqual([uid]);
  expect(await env.eventsOf(account)).toEqual([]);
});

test("a hit found while the provider decides invalidates the provider's result", async () => {
  let whileQueried = (): Promise<void> => Promise.resolve();
  const results: ProviderResult[] = [{ outcome: "accepted", decision: { providerDecision: "passed" } }];
  await using env = await openVerificationEnvironment({
    response: async () => {
      await whileQueried();
      return results.shift() ?? { outcome: "unknown" };
    },
  });
  const account = await env.createAccount();
  whileQueried = async () => {
    await env.setList({ "3": "VANDERQUACK, Wilhelmina" });
    await rescreenAccounts(env.deps, new AbortController().signal);
  };
  await env.verify(account);
  expect((await env.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
});

test("a reviewer's decision during the provider query wins, and the result is discarded", async () => {
  let decide = (): Promise<void> => Promise.resolve();
  await using env = await openVerificationEnvironment({
    response: async () => {
      await decide();
      return { outcome: "accepted", decision: { providerDecision: "denied", code: "verification_failed" } };
    },
  });
  const account = await env.createAccount();
  decide = async () => {
    const { revision } = await env.reviewOf(account);
    const decision = { ...keyOf(account), revision, reason: undefined, cause: testCause };
    await env.deps.database.transaction((tx) => approveReview(env.deps, tx, decision));
  };
  await env.verify(account);
  expect(await env.statusOf(account)).toBe("complete");
  expect((await env.eventsOf(account)).map(({ type }) => type)).toEqual(["account.verification.completed"]);
});

test("an unknown result fails the attempt, and the same query is retried", async () => {
  const questions: ProviderQuestion[] = [];
  const results: ProviderResult[] = [
    { outcome: "unknown" },
    { outcome: "accepted", decision: { providerDecision: "passed" } },
  ];
  await using env = await openVerificationEnvironment({
    response: async (question) => {
      questions.push(question);
      return results.shift() ?? { outcome: "unknown" };
    },
  });
  const account = await env.createAccount();
  await expect(env.verify(account)).rejects.toThrow("returned no result");
  expect(await env.statusOf(account)).toBe("pending");
  await env.verify(account);
  expect(await env.statusOf(account)).toBe("complete");
  expect(new Set(questions.map(({ key }) => key)).size).toBe(1);
});

test("a provider that never returns a result leads to manual review", async () => {
  await using env = await openVerificationEnvironment({ response: async () => ({ outcome: "unknown" }) });
  const account = await env.createAccount();
  await expect(env.verify(account, verifyAttempts - 1)).rejects.toThrow("returned no result");
  await env.verify(account, verifyAttempts);
  expect((await env.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: false });
});

test("a provider that throws has an unknown result, and finally leads to manual review", async () => {
  const broken = new Error("connection reset");
  await using env = await openVerificationEnvironment({ response: () => Promise.reject(broken) });
  const account = await env.createAccount();
  const first = env.verify(account, verifyAttempts - 1);
  await expect(first).rejects.toMatchObject({ name: "ProviderUnknownError", cause: broken });
  await env.verify(account, verifyAttempts);
  expect((await env.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: false });
});

test("a provider that does not accept the case leads to manual review", async () => {
  await using env = await openVerificationEnvironment({ response: async () => ({ outcome: "rejected" }) });
  const account = await env.createAccount();
  await env.verify(account);
  expect((await env.reviewOf(account)).state.stage).toBe("in_review");
});

test("a completion hook runs in the completing transaction and fails with it", async () => {
  const completed: string[] = [];
  let isBroken = true;
  await using env = await openVerificationEnvironment({
    onCompleted: [
      async (_tx, { accountId }) => {
        completed.push(accountId);
        if (isBroken) throw new Error("no addresses available");
      },
    ],
  });
  const account = await env.createAccount();
  await expect(env.verify(account)).rejects.toThrow("no addresses available");
  expect(await env.statusOf(account)).toBe("pending");
  expect(await env.eventsOf(account)).toEqual([]);
  isBroken = false;
  await env.verify(account);
  expect(await env.statusOf(account)).toBe("complete");
  expect(completed).toEqual([account.id, account.id]);
});

test("every step is stored with its actor, states and list version", async () => {
  await using env = await openVerificationEnvironment();
  const account = await env.createAccount({ business_name: "Quill Review LLC" });
  await env.verify(account);
  const { version } = env.deps.screener.list();
  const by = { actorType: "system", actorId: "accounts.verify", listVersion: version };
  expect(await selectDecisions(env.deps.database, { ...keyOf(account), limit: 10 })).toMatchObject([
    { event: "provider_referred", fromStage: "deciding", toStage: "in_review", provider: "sandbox", ...by },
    { event: "screened_clear", fromStage: "screening", toStage: "deciding", provider: undefined, ...by },
  ]);
});

test("documents linked at creation fulfill a provider's requirements", async () => {
  await using env = await openVerificationEnvironment({
    response: async () => ({
      outcome: "accepted",
      decision: { providerDecision: "documents_required", set: "address" },
    }),
  });
  const account = await env.createAccount();
  await env.deps.database.transaction(async (tx) => {
    const verification = await lockVerification(tx, keyOf(account));
    const document = {
      id: env.deps.newId<"document">(),
      documentKind: "proof_of_address",
      documentType: "business_document",
      personLabel: undefined,
    } as const;
    if (verification !== undefined) {
      await insertLinkedDocuments(tx, verification, [document], env.clock.now());
    }
  });
  await env.verify(account);
  expect((await env.reviewOf(account)).state.stage).toBe("in_review");
  expect(await selectRequirements(env.deps.database, keyOf(account))).toEqual([]);
  expect(await env.eventsOf(account)).toEqual([]);
});
