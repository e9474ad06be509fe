import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../test/addresses.ts";
import { testCause } from "../../test/auth.ts";
import { eventually } from "../../test/eventually.ts";
import { addAddress } from "../../test/token-holders.ts";
import { addTestTokens, openParty, type Party, type TestTokens, wireIn } from "../../test/transfer-party.ts";
import { startTransferApi, type TransferApi } from "../../test/transfer-world.ts";
import { statement } from "../db/statement.ts";
import { listTransfersForPeople, rejectTransfer, releaseTransfer } from "./index.ts";
import { saveSteps } from "./save-steps.ts";
import { lockTransfers, selectAnyTransfer } from "./store.ts";
import { stepOf } from "./transfer-step.ts";

let api: TransferApi;
let tokens: TestTokens;
const listedPlace = addressOf.evm("a listed place");
/** The list of the test names its entries so. */
const listedName = "Tumbling Example";

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  await api.listed.list(listedPlace);
});

afterAll(() => api.stop());

async function heldOfframp() {
  const party = await openParty(api, tokens);
  await party.fund(party.anna, "FUSD", 100n);
  const before = await party.books();
  const bank = await api.addBank(party.client, listedName);
  const id = await party.create("60", party.on(party.anna), party.by("wire", bank));
  return { party, before, id };
}

async function heldDebit() {
  const party = await openParty(api, tokens);
  const bank = await api.addBank(party.client, listedName);
  return { party, id: await party.create("60", party.by("ach_debit", bank), party.on(party.anna)) };
}

async function heldWire() {
  const party = await openParty(api, tokens);
  const { accountId } = party.client;
  const place = await addAddress(api, {
    accountId,
    kind: "external",
    text: addressOf.evm(`place ${accountId}`),
  });
  await api.listed.list(addressOf.evm(`place ${accountId}`));
  return { party, id: await party.create("60", wireIn, party.on(place)) };
}

const stepNow = async (id: string) => (await selectAnyTransfer(api.database, id))?.state.step;
const release = (id: string) => releaseTransfer(api.deps, { id, cause: testCause });
const reject = (id: string) => rejectTransfer(api.deps, { id, cause: testCause });

async function typesOf(party: Party): Promise<readonly string[]> {
  return (await party.events()).map(({ type }) => type);
}

describe("a transfer to or from somebody on the sanctions list", () => {
  test("waits for a person, with its tokens set aside; its client sees that it is pending", async () => {
    const { party, id } = await heldOfframp();
    expect(await party.show(id)).toMatchObject({ status: "pending", failure: null });
    expect(await stepNow(id)).toBe("held");
    expect(await api.worksOf(id)).toEqual([]);
    expect((await party.books())["wallet anna base FUSD"]).toBe("100.00, 60.00 held");
    expect(api.held.map((transfer) => transfer.id)).toContain(id);
    const [waiting] = (
      await listTransfersForPeople(api.database, { step: "held", afterId: "", limit: 200 })
    ).filter((transfer) => transfer.id === id);
    expect(waiting?.hold).toMatchObject({ end: "destination", hitUids: ["0"] });
    expect(await typesOf(party)).toEqual(["transfer.created"]);
  });

  test("goes to a listed place on a chain no other way", async () => {
    const party = await openParty(api, tokens);
    await party.fund(party.anna, "FUSD", 100n);
    const { accountId } = party.client;
    const place = await addAddress(api, { accountId, kind: "external", text: listedPlace });
    const id = await party.create("60", party.on(party.anna), party.on(place));
    expect(await stepNow(id)).toBe("held");
    expect(await api.worksOf(id)).toEqual([]);
  });

  test("goes on when a person releases it, from where it would have begun", async () => {
    const { party, id } = await heldOfframp();
    await release(id);
    expect(await stepNow(id)).toBe("taking");
    await api.settle(id);
    await api.bank();
    expect((await party.show(id)).status).toBe("complete");
    await expect(release(id)).rejects.toThrow("is not held");

    const debit = await heldDebit();
    await api.bank();
    expect((await debit.party.get("/payments")).body.payments).toEqual([]);
    await release(debit.id);
    expect(await stepNow(debit.id)).toBe("collecting");

    const wire = await heldWire();
    await release(wire.id);
    expect(await stepNow(wire.id)).toBe("awaiting");
    await wire.party.wire(wire.id, "60");
    expect(await stepNow(wire.id)).toBe("giving");
  });

  test("fails when a person rejects it, and everything is as it was", async () => {
    const { party, before, id } = await heldOfframp();
    await reject(id);
    const { status, failure, refund } = await party.show(id);
    expect({ status, refund }).toEqual({ status: "failed", refund: null });
    expect(failure).toEqual({
      type: "compliance_rejected",
      occurred_at: expect.any(String),
      retriable: false,
    });
    expect(await party.books()).toEqual(before);
    expect(await typesOf(party)).toEqual(["transfer.created", "transfer.failed"]);
    await expect(reject(id)).rejects.toThrow("is not held");
    const { party: other, id: debit } = await heldDebit();
    await reject(debit);
    await api.bank();
    expect(await other.books()).toEqual({});
  });

  test("takes no wire as long as it is held", async () => {
    const { party, id } = await heldWire();
    expect((await party.show(id)).wire_instructions).toBeDefined();
    await party.wire(id, "60");
    expect(await party.books()).toEqual({ "external USD": "-60.00", "suspense account USD": "60.00" });
    expect(await stepNow(id)).toBe("held");
  });

  test("can be canceled by its client, who gets the tokens back", async () => {
    const { party, before, id } = await heldOfframp();
    expect((await party.post(`/transfers/${id}/cancel`, undefined)).body.status).toBe("canceled");
    expect(await party.books()).toEqual(before);
    await expect(release(id)).rejects.toThrow("is not held");
  });

  test("cannot be canceled at the moment at which it is released: its debit would stay", async () => {
    const { party, id } = await heldDebit();
    let canceling: ReturnType<Party["post"]> | undefined;
    await api.database.transaction(async (tx) => {
      const scope = { tenantId: party.client.accountId as never, network: "testnet" } as const;
      const [transfer] = await lockTransfers(tx, scope, [id]);
      if (transfer === undefined) throw new Error("the transfer is there");
      canceling = party.post(`/transfers/${id}/cancel`, undefined);
      await eventually(async () => {
        expect(await api.database.rows(waiting)).toHaveLength(1);
      });
      const step = stepOf(api.deps, transfer, { event: { type: "released" } });
      await saveSteps(api.deps, tx, scope, step === undefined ? [] : [step], testCause);
    });
    expect((await canceling)?.status).toBe(409);
    expect(await stepNow(id)).toBe("collecting");
    expect((await party.post(`/transfers/${id}/cancel`, undefined)).status).toBe(200);
    await api.bank();
    expect(await party.books()).toEqual({});
  });
});

const waiting = statement(`
  SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM transfers%FOR UPDATE%'`);

test("an address counts from the moment at which it is listed", async () => {
  const party = await openParty(api, tokens);
  await party.fund(party.anna, "FUSD", 10n);
  const text = addressOf.evm("listed later");
  const { accountId } = party.client;
  const place = await addAddress(api, { accountId, kind: "external", text });
  const first = await party.create("1", party.on(party.anna), party.on(place));
  await api.listed.list(text);
  const second = await party.create("1", party.on(party.anna), party.on(place));
  expect([await stepNow(first), await stepNow(second)]).toEqual(["moving", "held"]);
});
