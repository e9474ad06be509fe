import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import type { ApiResponse } from "../../../test/api.ts";
import { createPerson, type TestPerson } from "../../../test/console.ts";
import { addAddress } from "../../../test/token-holders.ts";
import { addTestTokens, openParty, type Party, type TestTokens } from "../../../test/transfer-party.ts";
import { frozen, startTransferApi, type TransferApi } from "../../../test/transfer-world.ts";
import { readAudit } from "../../audit/index.ts";
import { findAnyTransfer } from "../../transfers/index.ts";

let api: TransferApi;
let tokens: TestTokens;
let ada: TestPerson;
let bob: TestPerson;
let onlooker: TestPerson;
const listedPlace = addressOf.evm("a listed place");
const path = "/console/api/held/transfers";
const because = { reason: "born 1990, the listed person 1961; case 112" };

const startTimeoutMs = 120_000;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  await api.listed.list(listedPlace);
  ada = await createPerson(api, { operatorRole: "compliance" });
  bob = await createPerson(api, { operatorRole: "admin" });
  onlooker = await createPerson(api, { operatorRole: "read_only" });
}, startTimeoutMs);

afterAll(() => api?.stop());

/** A transfer to a listed address, of more than one person may decide on unless it is said. */
async function heldTransfer(value = "10000.01"): Promise<{ readonly party: Party; readonly id: string }> {
  const party = await openParty(api, tokens);
  await party.fund(party.anna, "FUSD", 20_000n);
  const { accountId } = party.client;
  const place = await addAddress(api, { accountId, kind: "external", text: listedPlace });
  return { party, id: await party.create(value, party.on(party.anna), party.on(place)) };
}

const stepNow = async (id: string) => (await findAnyTransfer(api.database, id))?.state.step;
const release = (who: TestPerson, id: string) => who.post(`${path}/${id}/release`, because);

async function listed(who: TestPerson, id: string) {
  const { body } = await who.get(path);
  return body.transfers.find((transfer: { readonly id: string }) => transfer.id === id);
}

async function actionsOn(id: string): Promise<readonly string[]> {
  const entries = await readAudit(api.database, { subjectId: id, limit: 50 });
  return entries.map(({ action, actor }) =>
    actor.type === "person" ? `${action} by ${nameOf(actor.id)}` : action,
  );
}

function nameOf(id: string): string {
  if (id === ada.personId) return "ada";
  return id === bob.personId ? "bob" : "somebody else";
}

describe("a held transfer", () => {
  test("is shown with which end is listed, what it counts for, and that it needs two people", async () => {
    const { party, id } = await heldTransfer();
    expect(await listed(onlooker, id)).toMatchObject({
      tenant_id: party.client.accountId,
      tenant_name: "Test Account",
      amount: "10000.01",
      dollars: "10000.01",
      held_end: "destination",
      destination: { transfer_type: "base", address: listedPlace },
      hits: [{ entry: "0", name: null, program: null }],
      needs_second_person: true,
      release_request: null,
    });
    const { body } = await onlooker.get(path);
    expect(body).toMatchObject({ second_person_above: "10000.00", is_complete: true });
  });

  test("is shown with whose bank account was compared with the list, its number masked", async () => {
    const party = await openParty(api, tokens);
    await party.fund(party.anna, "FUSD", 100n);
    const bank = await api.addBank(party.client, "Tumbling Example");
    const id = await party.create("50", party.on(party.anna), party.by("ach_credit", bank));
    const shown = await listed(onlooker, id);
    expect(shown).toMatchObject({
      held_end: "destination",
      source: { address_id: party.anna, owner: null, routing_number: null, account_number: null },
      destination: {
        address_id: bank,
        address_name: "Checking",
        address: null,
        owner: "Tumbling Example",
        routing_number: "021000021",
      },
    });
    expect(shown.destination.account_number).toMatch(/^\*{5}\d{4}$/);
  });

  test("is shown with who the entries are by the list in use, and its client is not told", async () => {
    // The service's own list is the demo one; entries of the written one count from 0.
    await api.listed.list(addressOf.evm("another listed place"));
    await api.listed.list(addressOf.evm("a third listed place"));
    const party = await openParty(api, tokens);
    await party.fund(party.anna, "FUSD", 100n);
    const { accountId } = party.client;
    const text = addressOf.evm("a third listed place");
    const place = await addAddress(api, { accountId, kind: "external", text });
    const id = await party.create("50", party.on(party.anna), party.on(place));
    const hits = [{ entry: "2", name: "QUORVAX MARITIME LLC", program: "DEMO" }];
    expect(await listed(onlooker, id)).toMatchObject({ hits });
    const member = await createPerson(api, { memberOf: accountId });
    const workspace = `/console/api/workspaces/${accountId}/testnet`;
    for (const shown of [`/transfers/${id}/timeline`, "/transfers"]) {
      const answer = await member.get(`${workspace}${shown}`);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/QUORVAX|"hits"/);
    }
  });

  test("is let go by one person up to the amount", async () => {
    const { id } = await heldTransfer("10000");
    const { status, body } = await release(ada, id);
    expect([status, body.step]).toEqual([200, "moving"]);
    expect(await stepNow(id)).toBe("moving");
    expect(await actionsOn(id)).toEqual([
      "transfer.release by ada",
      "transfer.advance by ada",
      "transfer.create",
    ]);
  });

  test("above it, is let go by the second of two people, and the first is not both", async () => {
    const { id } = await heldTransfer();
    const first = await release(ada, id);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      step: "held",
      release_request: { requested_by: ada.personId, is_yours: true, reason: because.reason },
    });
    expect(await stepNow(id)).toBe("held");
    expect((await listed(bob, id)).release_request).toMatchObject({
      requested_by_name: "Test Person",
      is_yours: false,
    });
    const again = await release(ada, id);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    expect(again.body.detail).toContain("another person");
    const second = await release(bob, id);
    expect(second.body).toMatchObject({ step: "moving", release_request: null });
    expect((await release(bob, id)).status).toBe(409);
    expect(await actionsOn(id)).toEqual([
      "transfer.release by bob",
      "transfer.advance by bob",
      "transfer.approve_release by bob",
      "transfer.request_release by ada",
      "transfer.create",
    ]);
  });

  test("is not let go by the word of somebody who was shut out since", async () => {
    const { id } = await heldTransfer();
    const leaver = await createPerson(api, { operatorRole: "compliance" });
    const admin = await createPerson(api, { operatorRole: "admin" });
    await release(leaver, id);
    expect((await admin.post(`/console/api/people/${leaver.personId}/disable`)).status).toBeLessThan(300);
    const next = await release(bob, id);
    expect(next.body).toMatchObject({ step: "held", release_request: { requested_by: bob.personId } });
    expect((await release(ada, id)).body.step).toBe("moving");
  });

  test("is not let go by the word of somebody who may not decide any more", async () => {
    const { id } = await heldTransfer();
    const mover = await createPerson(api, { operatorRole: "compliance" });
    const admin = await createPerson(api, { operatorRole: "admin" });
    await release(mover, id);
    const role = { operator_role: "support" };
    expect((await admin.put(`/console/api/people/${mover.personId}/role`, role)).status).toBe(204);
    const next = await release(bob, id);
    expect(next.body).toMatchObject({ step: "held", release_request: { requested_by: bob.personId } });
    expect((await release(ada, id)).body.step).toBe("moving");
  });

  test("waits again when a request is withdrawn, by either", async () => {
    const { id } = await heldTransfer();
    for (const who of [ada, bob]) {
      await release(ada, id);
      const withdrawn = await who.post(`${path}/${id}/withdraw-release`, { reason: "not sure" });
      expect(withdrawn.body).toMatchObject({ step: "held", release_request: null });
    }
    expect((await bob.post(`${path}/${id}/withdraw-release`, { reason: "again" })).status).toBe(409);
    expect((await release(bob, id)).body.release_request).toMatchObject({ is_yours: true });
    expect((await release(ada, id)).body.step).toBe("moving");
  });

  test("is rejected by one person, whoever asked for what before", async () => {
    const { party, id } = await heldTransfer();
    await release(ada, id);
    const rejected = await ada.post(`${path}/${id}/reject`, { reason: "it is that person; case 112" });
    expect(rejected.body).toMatchObject({ step: "done", release_request: null });
    expect((await party.show(id)).failure).toMatchObject({ type: "compliance_rejected" });
    expect((await release(bob, id)).status).toBe(409);
    expect((await actionsOn(id))[0]).toBe("transfer.reject by ada");
  });

  test("means nothing any more to whoever asked when its client cancels it", async () => {
    const { party, id } = await heldTransfer();
    await release(ada, id);
    expect((await party.post(`/transfers/${id}/cancel`, undefined)).status).toBe(200);
    expect((await release(bob, id)).status).toBe(409);
    expect(await listed(bob, id)).toBeUndefined();
  });

  test("goes once when many people release it at the same moment", async () => {
    const crowd = await Promise.all(
      [1, 2, 3, 4].map(() => createPerson(api, { operatorRole: "compliance" })),
    );
    const { party, id } = await heldTransfer();
    const answers = await Promise.all([...crowd, ...crowd].map((who) => release(who, id)));
    const outcome = (answer: ApiResponse) => (answer.status === 200 ? answer.body.step : answer.status);
    const outcomes = answers.map(outcome);
    expect(outcomes.filter((one) => one === "moving")).toHaveLength(1);
    expect(outcomes.filter((one) => one === "held")).toHaveLength(1);
    expect(outcomes.filter((one) => one === 409)).toHaveLength(crowd.length * 2 - 2);
    expect(await api.worksOf(id)).toHaveLength(1);
    const released = (await actionsOn(id)).filter((action) => action.startsWith("transfer.release"));
    expect(released).toHaveLength(1);
    expect(await party.faults()).toEqual([]);
  });

  test("is not let go by two who release and withdraw at the same moment, unless both wanted it", async () => {
    const { id } = await heldTransfer();
    await release(ada, id);
    const [approved, withdrawn] = await Promise.all([
      release(bob, id),
      ada.post(`${path}/${id}/withdraw-release`, { reason: "stop" }),
    ]);
    // Whoever was first: either it went, and there was nothing to withdraw, or bob is the first of two now.
    if (withdrawn.status === 200) expect(approved.body).toMatchObject({ step: "held" });
    else expect(approved.body).toMatchObject({ step: "moving" });
  });

  test("is decided by those who may, with a reason, and a second factor shown lately", async () => {
    const { id } = await heldTransfer();
    expect((await onlooker.post(`${path}/${id}/release`, because)).status).toBe(403);
    const stale = await createPerson(api, { operatorRole: "compliance", secondFactorAge: "old" });
    expect((await release(stale, id)).body.code).toBe("second_factor_required");
    for (const reason of ["", "   ", "x".repeat(1_001)]) {
      const { status, body } = await ada.post(`${path}/${id}/release`, { reason });
      expect([status, body.errors[0].pointer]).toEqual([400, "/reason"]);
    }
    const { accountId } = (await openParty(api, tokens)).client;
    const member = await createPerson(api, { memberOf: accountId });
    expect((await member.get(path)).status).toBe(403);
    expect((await release(ada, "01JD7Q2M8W3T5V6X9YZABCDEFG")).status).toBe(404);
  });

  test("is told to operators as it is, and to its client as pending", async () => {
    const { party, id } = await heldTransfer();
    await release(ada, id);
    await release(bob, id);
    const whole = await onlooker.get(`${path}/${id}/timeline`);
    const actions = whole.body.entries.flatMap(({ action }: { action?: string }) => action ?? []);
    expect(actions).toEqual(["transfer.request_release", "transfer.approve_release", "transfer.release"]);
    const member = await createPerson(api, { memberOf: party.client.accountId });
    const workspace = `/console/api/workspaces/${party.client.accountId}/testnet`;
    const told = await member.get(`${workspace}/transfers/${id}/timeline`);
    expect(told.text).not.toMatch(/release|case 112|"step":"held"/);
    const states = told.body.entries.filter(({ type }: { type: string }) => type === "state");
    expect(states.map(({ step }: { step: string | null }) => step)).toEqual([null, "moving"]);
  });
});

describe("tokens that could not be given back", () => {
  test("are listed, and given back at the word of an operator", async () => {
    const party = await openParty(api, tokens);
    await party.fund(party.anna, "FUSD", 100n);
    const id = await party.create("60", party.on(party.anna), party.on(party.sol, "FUSD", "solana"));
    await api.settle(id);
    await api.settle(id, frozen);
    await api.settle(id, frozen);
    expect(await stepNow(id)).toBe("stranded");
    const unrestored = "/console/api/held/unrestored-transfers";
    const { body } = await onlooker.get(unrestored);
    const found = body.transfers.find((transfer: { readonly id: string }) => transfer.id === id);
    expect(found).toMatchObject({ amount: "60.00", step: "stranded", failure_type: "chain_failed" });
    expect((await onlooker.post(`${unrestored}/${id}/restore`)).status).toBe(403);
    const restored = await ada.post(`${unrestored}/${id}/restore`);
    expect([restored.status, restored.body.step]).toEqual([200, "restoring"]);
    expect((await ada.post(`${unrestored}/${id}/restore`)).status).toBe(409);
    expect(await actionsOn(id)).toContain("transfer.advance by ada");
  });

  test("of tokens' own transfers are a list of their own", async () => {
    const { status, body } = await onlooker.get("/console/api/held/stranded-transfers");
    expect([status, body]).toEqual([200, { transfers: [], is_complete: true }]);
    const nothing = await ada.post("/console/api/held/stranded-transfers/01JD7Q2M8W3T5V6X9YZABCDEFG/return");
    expect(nothing.status).toBe(404);
  });
});
