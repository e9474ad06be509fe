import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { reportCredit, storeBankFile } from "../../test/bank-files.ts";
import { accountReply, receivedMovement } from "../../test/bank-replies.ts";
import { eventually } from "../../test/eventually.ts";
import { selectLockWaits } from "../../test/lock-waits.ts";
import { seedOf, sizeOf } from "../../test/scale.ts";
import { frozen, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../test/transfer-fixture.ts";
import type { Transaction } from "../db/database.ts";
import { openItems } from "../rails/engine/bank-operations.ts";
import type { SettlementId } from "./claim.ts";
import {
  type Claim,
  claimList,
  compareClaims,
  findClaim,
  listSettlements,
  offsetClaim,
  repayClaim,
  requireRepaymentAccount,
  writeOffClaim,
} from "./index.ts";

let api: TransferApi;
let tokens: TestTokens;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
});

afterAll(() => api.stop());

const base = { reason: "a test", cause: testCause };

/** An account that owes 100 dollars, with 100 tokens in its wallet. */
async function owing(): Promise<{ readonly fixture: Fixture; readonly claimId: string }> {
  const fixture = await openFixture(api, tokens);
  const id = await fixture.create("100", fixture.by("ach_debit"), fixture.on(fixture.anna));
  await api.bank();
  await api.settle(id);
  await fixture.post(`/simulations/transfers/${id}/ach-return`, { code: "R10" });
  await api.bank();
  const claims = (await claimList.read(api.database, { status: "open" }, { limit: 1_000 })).items;
  const claim = claims.find(({ transferId }) => transferId === id);
  if (claim === undefined) throw new Error("the return opened no claim");
  return { fixture, claimId: claim.id };
}

const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => api.database.transaction(work);
const repayBy = (reference: string, claimId: string, cents?: bigint, id?: SettlementId) =>
  inTransaction((tx) => repayClaim(api.deps, tx, { ...base, claimId, cents, id, reference }));
/** With a credit of its own that the bank has reported. */
const repay = async (claimId: string, cents?: bigint) => {
  const reference = `BR-${api.deps.newId<"bank-item">()}`;
  await reportCredit(api, reference, cents ?? 10_000n);
  return repayBy(reference, claimId, cents);
};
const writeOff = (claimId: string, cents?: bigint) =>
  inTransaction((tx) => writeOffClaim(api.deps, tx, { ...base, claimId, cents, from: "treasury" }));
const offset = ({ anna }: Fixture, claimId: string, cents?: bigint) => {
  const from = { addressId: anna, chain: "base", valueType: "FUSD" } as const;
  return inTransaction((tx) => offsetClaim(api.deps, tx, { ...base, ...from, claimId, cents }));
};
const look = async (claimId: string): Promise<Claim> => {
  const claim = await findClaim(api.database, { id: claimId });
  if (claim === undefined) throw new Error("the claim exists");
  return claim;
};
const settlementsOf = ({ tenantId, id }: Claim) => listSettlements(api.database, { tenantId, claimId: id });
const burnOf = async (claimId: string) => {
  const settlements = await settlementsOf(await look(claimId));
  return settlements.find(({ status }) => status === "pending")?.id;
};

test("money that came in repays a claim in parts", async () => {
  const { fixture, claimId } = await owing();
  expect(await repay(claimId, 3_000n)).toMatchObject({ status: "open", remainingCents: 7_000n });
  expect(await repay(claimId)).toMatchObject({ status: "repaid", remainingCents: 0n });
  expect((await fixture.books())["external USD"]).toBe("-100.00");
  expect((await fixture.books())["receivable account USD"]).toBeUndefined();
  await expect(repay(claimId)).rejects.toMatchObject({ refusal: { code: "conflict" } });
  expect(await compareClaims(api.database)).toEqual([]);
});

test("a bank reference repays once: no other part of the claim, no other claim, and never more than arrived", async () => {
  const [{ claimId, fixture }, { claimId: other }] = [await owing(), await owing()];
  await expect(repayBy("FEDREF123", claimId, 1_000n)).rejects.toMatchObject({
    refusal: { code: "unprocessable", errors: [{ pointer: "/reference" }] },
  });
  await reportCredit(api, "FEDREF123", 3_000n);
  await expect(repayBy("FEDREF123", claimId, 3_001n)).rejects.toMatchObject({
    refusal: { code: "unprocessable", errors: [{ pointer: "/amount" }] },
  });
  const outcomes = await Promise.allSettled([
    repayBy("FEDREF123", claimId, 1_000n),
    repayBy("FEDREF123", claimId, 1_000n),
    repayBy("FEDREF123", other, 1_000n),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(repayBy("FEDREF123", other, 1_000n)).rejects.toMatchObject({ refusal: { code: "conflict" } });
  // What the claim did not need waits, under a reference of its own.
  const items = (await openItems.read(api.database, {}, { limit: 1_000 })).items;
  expect(items.filter(({ reference }) => reference?.startsWith("FEDREF123"))).toMatchObject([
    { kind: "unknown_credit", reference: "FEDREF123/rest", amountCents: 2_000n },
  ]);
  await repayBy("FEDREF123/rest", other, 2_000n);
  const owed = [(await look(claimId)).remainingCents, (await look(other)).remainingCents];
  expect(owed.reduce((total, cents) => total + cents, 0n)).toBe(17_000n);
  expect(await fixture.faults()).toEqual([]);
  expect(await compareClaims(api.database)).toEqual([]);
});

test("of two claims that a bank reference repays at the same time, the second one waits and is refused", async () => {
  const [{ claimId }, { claimId: other }] = [await owing(), await owing()];
  await reportCredit(api, "FEDREF124", 3_000n);
  let second: Promise<unknown> | undefined;
  const confirm = async () => {
    second = repayBy("FEDREF124", other, 1_000n).catch((error: unknown) => error);
    const isWaiting = expect.stringContaining("bank_items");
    await eventually(async () => expect(await selectLockWaits(api.database)).toContainEqual(isWaiting));
    return true;
  };
  const request = { ...base, claimId, cents: 1_000n, reference: "FEDREF124", confirm };
  await inTransaction((tx) => repayClaim(api.deps, tx, request));
  expect(await second).toMatchObject({ refusal: { code: "conflict" } });
});

test("a credit that is no payment repays by its bank reference, and one that is a payment must be matched", async () => {
  const { claimId } = await owing();
  const credit = { amountCents: 4_000n, detail: { clearingReference: undefined } };
  const movements = [
    receivedMovement("INTEREST-1", { ...credit, transactionCode: undefined }),
    receivedMovement("ACH-1", credit),
  ];
  const bytes = accountReply({ id: "N-CLAIM", at: api.deps.clock.now() }, movements);
  await storeBankFile(api, "in", "claim.xml", bytes);
  await api.bank();
  await expect(repayBy("ACH-1", claimId, 4_000n)).rejects.toMatchObject({
    refusal: { code: "conflict", detail: expect.stringContaining("match the payment in suspense") },
  });
  expect(await repayBy("INTEREST-1", claimId, 4_000n)).toMatchObject({ remainingCents: 6_000n });
  const items = (await openItems.read(api.database, {}, { limit: 1_000 })).items;
  expect(items.filter(({ reference }) => reference === "INTEREST-1")).toEqual([]);
});

test("a wire to the claim's account number repays it, and more than it owes goes to suspense", async () => {
  const { fixture, claimId } = await owing();
  const claim = await look(claimId);
  const { accountNumber } = await inTransaction((tx) =>
    requireRepaymentAccount(api.deps.payments, tx, claim),
  );
  const wire = async (amountCents: bigint): Promise<void> => {
    const sent = {
      system: "wire",
      accountNumber,
      amountCents,
      senderName: "Wilhelmina Vanderquack",
    } as const;
    await inTransaction((tx) => api.simulator.receive(tx, { ...sent, reference: undefined }));
    await api.bank();
  };
  await wire(10_001n);
  expect(await look(claimId)).toMatchObject({ remainingCents: 10_000n });
  expect((await fixture.books())["suspense account USD"]).toBe("100.01");
  await wire(10_000n);
  expect(await look(claimId)).toMatchObject({ status: "repaid" });
  expect((await fixture.books())["receivable account USD"]).toBeUndefined();
  expect(await compareClaims(api.database)).toEqual([]);
});

test("a write-off is paid from treasury dollars, and only as far as there are any", async () => {
  const { fixture, claimId } = await owing();
  await expect(writeOff(claimId)).rejects.toMatchObject({ refusal: { code: "insufficient_balance" } });
  await fixture.fillTreasury("USD", 150n);
  expect(await writeOff(claimId)).toMatchObject({ status: "written_off" });
  expect((await fixture.books())["treasury USD"]).toBe("50.00");
  expect(await compareClaims(api.database)).toEqual([]);
});

test("an offset burns tokens, and their reserve pays", async () => {
  const { fixture, claimId } = await owing();
  expect(await offset(fixture, claimId, 4_000n)).toMatchObject({
    pendingCents: 4_000n,
    remainingCents: 10_000n,
  });
  await expect(repay(claimId, 6_001n)).rejects.toMatchObject({ refusal: { code: "unprocessable" } });
  await api.settle((await burnOf(claimId)) ?? "");
  expect(await look(claimId)).toMatchObject({ pendingCents: 0n, remainingCents: 6_000n });
  expect(await fixture.books()).toMatchObject({
    "wallet anna base FUSD": "60.00",
    "supply FUSD base FUSD": "-60.00",
    "reserve FUSD USD": "60.00",
    "receivable account USD": "-60.00",
  });
  await offset(fixture, claimId);
  await api.settle((await burnOf(claimId)) ?? "", frozen);
  expect(await look(claimId)).toMatchObject({ pendingCents: 0n, remainingCents: 6_000n, status: "open" });
  expect((await fixture.books())["wallet anna base FUSD"]).toBe("60.00");
  expect(await fixture.faults()).toEqual([]);
});

test("two users who settle a claim at once settle it once", async () => {
  const { fixture, claimId } = await owing();
  await fixture.fillTreasury("USD", 500n);
  const outcomes = await Promise.allSettled([
    repay(claimId),
    writeOff(claimId),
    repay(claimId),
    writeOff(claimId),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await fixture.books())["receivable account USD"]).toBeUndefined();
});

test("a settlement that is sent twice takes effect once, and its id is not used for another", async () => {
  const { claimId } = await owing();
  const id = api.deps.newId<"claim-settlement">();
  const reference = `BR-${id}`;
  await reportCredit(api, reference, 1_000n);
  const once = () => repayBy(reference, claimId, 1_000n, id);
  const sent = await Promise.all([once(), once()]);
  expect(sent.map(({ remainingCents }) => remainingCents)).toEqual([9_000n, 9_000n]);
  await expect(repayBy(reference, claimId, 2_000n, id)).rejects.toMatchObject({
    refusal: { code: "conflict" },
  });
});

const seed = seedOf("CLAIMS_SEED");
const runs = sizeOf("CLAIMS_RUNS", { usual: 5, long: 50 });

test(`no sequence of settlements takes a claim below zero or settles it twice (CLAIMS_SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const amount = fc.bigInt({ min: 1n, max: 6_000n });
  const step = fc.oneof(
    fc.record({ type: fc.constant("repay" as const), cents: amount }),
    fc.record({ type: fc.constant("write_off" as const), cents: amount }),
    fc.record({ type: fc.constant("offset" as const), cents: amount }),
    fc.record({ type: fc.constant("burned" as const), isOk: fc.boolean() }),
  );
  const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(moments, async (sequence) => {
    const { fixture, claimId } = await owing();
    await fixture.fillTreasury("USD", 70n);
    for (const together of sequence) {
      const taking = async (each: (typeof together)[number]): Promise<unknown> => {
        if (each.type === "repay") return repay(claimId, each.cents);
        if (each.type === "write_off") return writeOff(claimId, each.cents);
        if (each.type === "offset") return offset(fixture, claimId, each.cents);
        const burn = await burnOf(claimId);
        return burn === undefined ? undefined : api.settle(burn, each.isOk ? undefined : frozen);
      };
      await Promise.allSettled(together.map(taking));
      await expectSound(claimId);
    }
    expect(await fixture.faults()).toEqual([]);
  });
  await fc.assert(property, { seed, numRuns: runs });
});

/** Settlements, claim and ledger agree. */
async function expectSound(claimId: string): Promise<void> {
  const claim = await look(claimId);
  const settlements = await settlementsOf(claim);
  const sum = (status: string) =>
    settlements.filter((each) => each.status === status).reduce((total, { cents }) => total + cents, 0n);
  expect(claim.remainingCents).toBe(claim.cents - sum("complete"));
  expect(claim.pendingCents).toBe(sum("pending"));
  expect(claim.remainingCents >= claim.pendingCents && claim.pendingCents >= 0n).toBe(true);
  expect(claim.status === "open").toBe(claim.remainingCents > 0n);
  expect(await compareClaims(api.database)).toEqual([]);
}
