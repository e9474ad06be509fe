import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../test/addresses.ts";
import { testCause } from "../../test/auth.ts";
import { eventually } from "../../test/eventually.ts";
import { selectLockWaits } from "../../test/lock-waits.ts";
import { addAddress } from "../../test/token-holders.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../test/transfer-fixture.ts";
import { rejectTransfer, releaseTransfer, transfersNeedingAction } from "./index.ts";
import { saveSteps } from "./save-steps.ts";
import { lockTransfers, selectAnyTransfer } from "./store.ts";
import { stepOf } from "./transfer-step.ts";

let api: TransferApi;
let tokens: TestTokens;
const sanctionedAddress = addressOf.evm("a sanctioned address");
/** The test sanctions list generates names like this. */
const sanctionedName = "Tumbling Example";

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  await api.sanctioned.list(sanctionedAddress);
});

afterAll(() => api.stop());

async function heldOfframp() {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 100n);
  const before = await fixture.books();
  const bank = await api.addBank(fixture.client, sanctionedName);
  const id = await fixture.create("60", fixture.on(fixture.anna), fixture.by("wire", bank));
  return { fixture, before, id };
}

async function heldDebit() {
  const fixture = await openFixture(api, tokens);
  const bank = await api.addBank(fixture.client, sanctionedName);
  return { fixture, id: await fixture.create("60", fixture.by("ach_debit", bank), fixture.on(fixture.anna)) };
}

async function heldWire() {
  const fixture = await openFixture(api, tokens);
  const { accountId } = fixture.client;
  const address = await addAddress(api, {
    accountId,
    kind: "external",
    text: addressOf.evm(`place ${accountId}`),
  });
  await api.sanctioned.list(addressOf.evm(`place ${accountId}`));
  return { fixture, id: await fixture.create("60", wireIn, fixture.on(address)) };
}

const stepNow = async (id: string) => (await selectAnyTransfer(api.database, id))?.state.step;
const release = (id: string) => releaseTransfer(api.deps, { id, cause: testCause });
const reject = (id: string) => rejectTransfer(api.deps, { id, cause: testCause });

async function typesOf(fixture: Fixture): Promise<readonly string[]> {
  return (await fixture.events()).map(({ type }) => type);
}

describe("a transfer to or from a sanctioned party", () => {
  test("is held for manual review with its tokens on hold; the client sees it as pending", async () => {
    const { fixture, id } = await heldOfframp();
    expect(await fixture.show(id)).toMatchObject({ status: "pending", failure: null });
    expect(await stepNow(id)).toBe("held");
    expect(await api.worksOf(id)).toEqual([]);
    expect((await fixture.books())["wallet anna base FUSD"]).toBe("100.00, 60.00 held");
    expect(api.held.map((transfer) => transfer.id)).toContain(id);
    const held = { step: "held", resources: ["transfer"] } as const;
    const { items } = await transfersNeedingAction.read(api.database, held, { limit: 200 });
    const [waiting] = items.filter((transfer) => transfer.id === id);
    expect(waiting?.hold).toMatchObject({ end: "destination", hitUids: ["0"] });
    expect(await typesOf(fixture)).toEqual(["transfer.created"]);
  });

  test("is also held if the destination is a sanctioned blockchain address", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const { accountId } = fixture.client;
    const address = await addAddress(api, { accountId, kind: "external", text: sanctionedAddress });
    const id = await fixture.create("60", fixture.on(fixture.anna), fixture.on(address));
    expect(await stepNow(id)).toBe("held");
    expect(await api.worksOf(id)).toEqual([]);
  });

  test("continues with its first step when a reviewer releases it", async () => {
    const { fixture, id } = await heldOfframp();
    await release(id);
    expect(await stepNow(id)).toBe("withdrawing");
    await api.settle(id);
    await api.bank();
    expect((await fixture.show(id)).status).toBe("complete");
    await expect(release(id)).rejects.toThrow("is not held");

    const debit = await heldDebit();
    await api.bank();
    expect((await debit.fixture.get("/payments")).body.payments).toEqual([]);
    await release(debit.id);
    expect(await stepNow(debit.id)).toBe("debit_pending");

    const wire = await heldWire();
    await release(wire.id);
    expect(await stepNow(wire.id)).toBe("awaiting_funds");
    await wire.fixture.wire(wire.id, "60");
    expect(await stepNow(wire.id)).toBe("delivering");
  });

  test("fails when a reviewer rejects it, and its holds are released", async () => {
    const { fixture, before, id } = await heldOfframp();
    await reject(id);
    const { status, failure, refund } = await fixture.show(id);
    expect({ status, refund }).toEqual({ status: "failed", refund: null });
    expect(failure).toEqual({
      type: "compliance_rejected",
      occurred_at: expect.any(String),
      retriable: false,
    });
    expect(await fixture.books()).toEqual(before);
    expect(await typesOf(fixture)).toEqual(["transfer.created", "transfer.failed"]);
    await expect(reject(id)).rejects.toThrow("is not held");
    const { fixture: other, id: debit } = await heldDebit();
    await reject(debit);
    await api.bank();
    expect(await other.books()).toEqual({});
  });

  test("does not accept a wire while it is held", async () => {
    const { fixture, id } = await heldWire();
    expect((await fixture.show(id)).wire_instructions).toBeDefined();
    await fixture.wire(id, "60");
    expect(await fixture.books()).toEqual({ "external USD": "-60.00", "suspense account USD": "60.00" });
    expect(await stepNow(id)).toBe("held");
  });

  test("can be canceled by the client, which releases the tokens", async () => {
    const { fixture, before, id } = await heldOfframp();
    expect((await fixture.post(`/transfers/${id}/cancel`, undefined)).body.status).toBe("canceled");
    expect(await fixture.books()).toEqual(before);
    await expect(release(id)).rejects.toThrow("is not held");
  });

  test("cannot be canceled while it is being released, because its debit would remain", async () => {
    const { fixture, id } = await heldDebit();
    let canceling: ReturnType<Fixture["post"]> | undefined;
    await api.database.transaction(async (tx) => {
      const scope = { tenantId: fixture.client.accountId as never, network: "testnet" } as const;
      const [transfer] = await lockTransfers(tx, scope, [id]);
      if (transfer === undefined) throw new Error("no transfer");
      canceling = fixture.post(`/transfers/${id}/cancel`, undefined);
      await eventually(async () => {
        const lock = expect.stringMatching(/transfers.*FOR UPDATE/s);
        expect(await selectLockWaits(api.database)).toContainEqual(lock);
      });
      const step = stepOf(api.deps, transfer, { event: { type: "released" } });
      await saveSteps(api.deps, tx, scope, step === undefined ? [] : [step], testCause);
    });
    expect((await canceling)?.status).toBe(409);
    expect(await stepNow(id)).toBe("debit_pending");
    expect((await fixture.post(`/transfers/${id}/cancel`, undefined)).status).toBe(200);
    await api.bank();
    expect(await fixture.books()).toEqual({});
  });
});

test("an address is held as soon as it is on the sanctions list", async () => {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 10n);
  const text = addressOf.evm("sanctioned later");
  const { accountId } = fixture.client;
  const address = await addAddress(api, { accountId, kind: "external", text });
  const first = await fixture.create("1", fixture.on(fixture.anna), fixture.on(address));
  await api.sanctioned.list(text);
  const second = await fixture.create("1", fixture.on(fixture.anna), fixture.on(address));
  expect([await stepNow(first), await stepNow(second)]).toEqual(["sending", "held"]);
});
