import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { keyOf, openVerificationWorld } from "../../../test/verification.ts";
import { lockVerification } from "./advance.ts";
import { approveReview } from "./approve-review.ts";
import { selectDecisions } from "./decision-store.ts";
import type { ProviderAnswer, ProviderQuestion } from "./provider.ts";
import { insertLinkedDocuments, selectRequirements } from "./requirement-store.ts";
import { rescreenAccounts } from "./rescreen-accounts.ts";
import { selectScreenings } from "./screening-store.ts";
import { verifyAttempts } from "./verify-account.ts";

test("an account that nobody objects to completes after the sandbox's delay, once, with its event", async () => {
  await using world = await openVerificationWorld({ delayMs: 2_000 });
  const account = await world.createAccount();
  await world.verify(account);
  expect(await world.statusOf(account)).toBe("pending");
  expect((await world.reviewOf(account)).state.stage).toBe("deciding");
  world.clock.advance(2_000);
  await world.verify(account);
  await world.verify(account);
  expect(await world.statusOf(account)).toBe("complete");
  expect(await world.eventsOf(account)).toEqual([
    {
      type: "account.verification.completed",
      data: { account_id: account.id, status: "complete", updated_at: "2026-11-15T12:00:02.000Z" },
    },
  ]);
});

test("a rejection tells a code and no word of anybody", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({ business_name: "Quill Denied LLC" });
  await world.verify(account);
  expect(await world.eventsOf(account)).toEqual([
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

test("an account of mainnet waits for a person", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({}, "mainnet");
  await world.verify(account);
  const review = await world.reviewOf(account);
  expect(review.state).toEqual({ stage: "in_review", hasOpenHit: false });
  expect(review.waitingSince).toBe(world.clock.now());
  expect(await world.eventsOf(account)).toEqual([]);
});

test("what is asked for is told by the event, a photo id of each person with it", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({ business_name: "Quill Document LLC" });
  world.clock.advance(5_000);
  await world.verify(account);
  const common = { status: "pending_upload" };
  const photo = { document_kind: "government_photo_id", document_type: "individual_document", ...common };
  expect(await world.eventsOf(account)).toEqual([
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

test("everybody is screened, and what is kept names the list and nothing of the subject", async () => {
  await using world = await openVerificationWorld();
  await world.setList({ "7": "SOMEBODY, Else Entirely" });
  const account = await world.createAccount({ name: "Quill Shop" });
  await world.verify(account);
  const screenings = await selectScreenings(world.deps.database, keyOf(account), 10);
  expect(screenings.map(({ subjectLabel }) => subjectLabel).sort()).toEqual([
    "business",
    "controller",
    "owner_1",
  ]);
  const { version, sha256 } = world.deps.screener.list();
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
  ["the account's own name for it", "2", "MOONBEAM EXPORT HOUSE"],
  ["the controller", "3", "VANDERQUACK, Wilhelmina"],
  ["an owner", "4", "ZIMBELSTERN, Ottokar"],
])("a hit on %s stops the completion, whatever the provider says", async (_, uid, listed) => {
  await using world = await openVerificationWorld({
    answer: async () => ({ outcome: "accepted", decision: { verdict: "passed" } }),
  });
  await world.setList({ [uid]: listed });
  const account = await world.createAccount({ name: "Moonbeam Export House" });
  await world.verify(account);
  await world.verify(account);
  expect((await world.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
  expect(await world.statusOf(account)).toBe("pending");
  const screenings = await selectScreenings(world.deps.database, keyOf(account), 10);
  expect(screenings.flatMap(({ hits }) => hits).map((hit) => hit.uid)).toEqual([uid]);
  expect(await world.eventsOf(account)).toEqual([]);
});

test("a hit that is found while the provider decides makes its answer count for nothing", async () => {
  let asked = (): Promise<void> => Promise.resolve();
  const answers: ProviderAnswer[] = [{ outcome: "accepted", decision: { verdict: "passed" } }];
  await using world = await openVerificationWorld({
    answer: async () => {
      await asked();
      return answers.shift() ?? { outcome: "unknown" };
    },
  });
  const account = await world.createAccount();
  asked = async () => {
    await world.setList({ "3": "VANDERQUACK, Wilhelmina" });
    await rescreenAccounts(world.deps, new AbortController().signal);
  };
  await world.verify(account);
  expect((await world.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: true });
});

test("a person's decision while the provider is asked wins, and the answer is dropped", async () => {
  let decide = (): Promise<void> => Promise.resolve();
  await using world = await openVerificationWorld({
    answer: async () => {
      await decide();
      return { outcome: "accepted", decision: { verdict: "denied", code: "verification_failed" } };
    },
  });
  const account = await world.createAccount();
  decide = async () => {
    const { revision } = await world.reviewOf(account);
    const decision = { ...keyOf(account), revision, reason: undefined, cause: testCause };
    await world.deps.database.transaction((tx) => approveReview(world.deps, tx, decision));
  };
  await world.verify(account);
  expect(await world.statusOf(account)).toBe("complete");
  expect((await world.eventsOf(account)).map(({ type }) => type)).toEqual(["account.verification.completed"]);
});

test("an unknown answer is no answer: the attempt fails, and the same question is asked again", async () => {
  const questions: ProviderQuestion[] = [];
  const answers: ProviderAnswer[] = [
    { outcome: "unknown" },
    { outcome: "accepted", decision: { verdict: "passed" } },
  ];
  await using world = await openVerificationWorld({
    answer: async (question) => {
      questions.push(question);
      return answers.shift() ?? { outcome: "unknown" };
    },
  });
  const account = await world.createAccount();
  await expect(world.verify(account)).rejects.toThrow("gave no answer");
  expect(await world.statusOf(account)).toBe("pending");
  await world.verify(account);
  expect(await world.statusOf(account)).toBe("complete");
  expect(new Set(questions.map(({ key }) => key)).size).toBe(1);
});

test("a provider that never answers leaves the question to a person in the end", async () => {
  await using world = await openVerificationWorld({ answer: async () => ({ outcome: "unknown" }) });
  const account = await world.createAccount();
  await expect(world.verify(account, verifyAttempts - 1)).rejects.toThrow("gave no answer");
  await world.verify(account, verifyAttempts);
  expect((await world.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: false });
});

test("a provider that throws has given no answer, and in the end leaves the question to a person", async () => {
  const broken = new Error("connection reset");
  await using world = await openVerificationWorld({ answer: () => Promise.reject(broken) });
  const account = await world.createAccount();
  const first = world.verify(account, verifyAttempts - 1);
  await expect(first).rejects.toMatchObject({ name: "ProviderUnknownError", cause: broken });
  await world.verify(account, verifyAttempts);
  expect((await world.reviewOf(account)).state).toEqual({ stage: "in_review", hasOpenHit: false });
});

test("a provider that does not take the question leaves it to a person", async () => {
  await using world = await openVerificationWorld({ answer: async () => ({ outcome: "rejected" }) });
  const account = await world.createAccount();
  await world.verify(account);
  expect((await world.reviewOf(account)).state.stage).toBe("in_review");
});

test("what another module does on completion belongs to it, and fails with it", async () => {
  const completed: string[] = [];
  let isBroken = true;
  await using world = await openVerificationWorld({
    onCompleted: [
      async (_tx, { accountId }) => {
        completed.push(accountId);
        if (isBroken) throw new Error("no addresses today");
      },
    ],
  });
  const account = await world.createAccount();
  await expect(world.verify(account)).rejects.toThrow("no addresses today");
  expect(await world.statusOf(account)).toBe("pending");
  expect(await world.eventsOf(account)).toEqual([]);
  isBroken = false;
  await world.verify(account);
  expect(await world.statusOf(account)).toBe("complete");
  expect(completed).toEqual([account.id, account.id]);
});

test("every step is kept with who took it, from where to where, and the list in force", async () => {
  await using world = await openVerificationWorld();
  const account = await world.createAccount({ business_name: "Quill Review LLC" });
  await world.verify(account);
  const { version } = world.deps.screener.list();
  const by = { actorType: "system", actorId: "accounts.verify", listVersion: version };
  expect(await selectDecisions(world.deps.database, keyOf(account), 10)).toMatchObject([
    { event: "provider_referred", fromStage: "deciding", toStage: "in_review", provider: "sandbox", ...by },
    { event: "screened_clear", fromStage: "screening", toStage: "deciding", provider: undefined, ...by },
  ]);
});

test("documents that came with the account serve what a provider asks for", async () => {
  await using world = await openVerificationWorld({
    answer: async () => ({
      outcome: "accepted",
      decision: { verdict: "documents_required", set: "address" },
    }),
  });
  const account = await world.createAccount();
  await world.deps.database.transaction(async (tx) => {
    const verification = await lockVerification(tx, keyOf(account));
    const document = {
      id: world.deps.newId<"document">(),
      documentKind: "proof_of_address",
      documentType: "business_document",
      personLabel: undefined,
    } as const;
    if (verification !== undefined) {
      await insertLinkedDocuments(tx, verification, [document], world.clock.now());
    }
  });
  await world.verify(account);
  expect((await world.reviewOf(account)).state.stage).toBe("in_review");
  expect(await selectRequirements(world.deps.database, keyOf(account))).toEqual([]);
  expect(await world.eventsOf(account)).toEqual([]);
});
