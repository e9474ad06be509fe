import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import type { ApiResponse } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { addAddress } from "../../../test/token-holders.ts";
import { frozen, startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, type TestTokens } from "../../../test/transfer-fixture.ts";
import { readAudit } from "../../audit/index.ts";
import { findAnyTransfer } from "../../transfers/index.ts";

let api: TransferApi;
let tokens: TestTokens;
let ada: TestUser;
let bob: TestUser;
let onlooker: TestUser;
const sanctionedPlace = addressOf.evm("a sanctioned address");
const path = "/console/api/held/transfers";
const because = { reason: "born 1990, the sanctioned individual 1961; case 112" };

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  await api.sanctioned.list(sanctionedPlace);
  ada = await createUser(api, { operatorRole: "compliance" });
  bob = await createUser(api, { operatorRole: "admin" });
  onlooker = await createUser(api, { operatorRole: "read_only" });
});

afterAll(() => api?.stop());

/** A transfer to a sanctioned address, above the dual approval threshold by default. */
async function heldTransfer(value = "10000.01"): Promise<{ readonly fixture: Fixture; readonly id: string }> {
  const fixture = await openFixture(api, tokens);
  await fixture.fund(fixture.anna, "FUSD", 20_000n);
  const { accountId } = fixture.client;
  const place = await addAddress(api, { accountId, kind: "external", text: sanctionedPlace });
  return { fixture, id: await fixture.create(value, fixture.on(fixture.anna), fixture.on(place)) };
}

const stepNow = async (id: string) => (await findAnyTransfer(api.database, id))?.state.step;
const release = (who: TestUser, id: string) => who.post(`${path}/${id}/release`, because);

async function sanctioned(who: TestUser, id: string) {
  const { body } = await who.get(path);
  return body.transfers.find((transfer: { readonly id: string }) => transfer.id === id);
}

async function actionsOn(id: string): Promise<readonly string[]> {
  const entries = await readAudit(api.database, { subjectId: id, limit: 50 });
  return entries.map(({ action, actor }) =>
    actor.type === "user" ? `${action} by ${nameOf(actor.id)}` : action,
  );
}

function nameOf(id: string): string {
  if (id === ada.userId) return "ada";
  return id === bob.userId ? "bob" : "another user";
}

describe("a held transfer", () => {
  test("is shown with the matched party, its value in dollars and that it needs dual approval", async () => {
    const { fixture, id } = await heldTransfer();
    expect(await sanctioned(onlooker, id)).toMatchObject({
      tenant_id: fixture.client.accountId,
      tenant_name: "Test Account",
      amount: "10000.01",
      dollars: "10000.01",
      held_end: "destination",
      destination: { transfer_type: "base", address: sanctionedPlace },
      hits: [{ entry: "0", name: null, program: null }],
      needs_dual_approval: true,
      release_request: null,
    });
    const { body } = await onlooker.get(path);
    expect(body).toMatchObject({ dual_approval_above: "10000.00", pagination: { next: null } });
  });

  test("is shown with the screened owner of the bank account and the masked number", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const bank = await api.addBank(fixture.client, "Tumbling Example");
    const id = await fixture.create("50", fixture.on(fixture.anna), fixture.by("ach_credit", bank));
    const shown = await sanctioned(onlooker, id);
    expect(shown).toMatchObject({
      held_end: "destination",
      source: { address_id: fixture.anna, owner: null, routing_number: null, account_number: null },
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

  test("is shown to operators with the names of the sanctions list entries, and not to its client", async () => {
    // The service's list is the demo list; entries of the written one are numbered from 0.
    await api.sanctioned.list(addressOf.evm("another sanctioned address"));
    await api.sanctioned.list(addressOf.evm("a third sanctioned address"));
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const { accountId } = fixture.client;
    const text = addressOf.evm("a third sanctioned address");
    const place = await addAddress(api, { accountId, kind: "external", text });
    const id = await fixture.create("50", fixture.on(fixture.anna), fixture.on(place));
    const hits = [{ entry: "2", name: "QUORVAX MARITIME LLC", program: "DEMO" }];
    expect(await sanctioned(onlooker, id)).toMatchObject({ hits });
    const member = await createUser(api, { memberOf: accountId });
    const workspace = `/console/api/workspaces/${accountId}/testnet`;
    for (const shown of [`/transfers/${id}/timeline`, "/transfers"]) {
      const response = await member.get(`${workspace}${shown}`);
      expect(response.status).toBe(200);
      expect(response.text).not.toMatch(/QUORVAX|"hits"/);
    }
  });

  test("is released by one user up to the threshold", async () => {
    const { id } = await heldTransfer("10000");
    const { status, body } = await release(ada, id);
    expect([status, body.step]).toEqual([200, "sending"]);
    expect(await stepNow(id)).toBe("sending");
    expect(await actionsOn(id)).toEqual([
      "transfer.release by ada",
      "transfer.advance by ada",
      "transfer.create",
    ]);
  });

  test("above the threshold, is released by the second of two different users", async () => {
    const { id } = await heldTransfer();
    const first = await release(ada, id);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      step: "held",
      release_request: { requested_by: ada.userId, is_yours: true, reason: because.reason },
    });
    expect(await stepNow(id)).toBe("held");
    expect((await sanctioned(bob, id)).release_request).toMatchObject({
      requested_by_name: "Test User",
      is_yours: false,
    });
    const again = await release(ada, id);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
    expect(again.body.detail).toContain("another user");
    const second = await release(bob, id);
    expect(second.body).toMatchObject({ step: "sending", release_request: null });
    expect((await release(bob, id)).status).toBe(409);
    expect(await actionsOn(id)).toEqual([
      "transfer.release by bob",
      "transfer.advance by bob",
      "transfer.approve_release by bob",
      "transfer.request_release by ada",
      "transfer.create",
    ]);
  });

  test("is not released by the request of a user who has been disabled since", async () => {
    const { id } = await heldTransfer();
    const leaver = await createUser(api, { operatorRole: "compliance" });
    const admin = await createUser(api, { operatorRole: "admin" });
    await release(leaver, id);
    expect((await admin.post(`/console/api/users/${leaver.userId}/disable`)).status).toBeLessThan(300);
    const next = await release(bob, id);
    expect(next.body).toMatchObject({ step: "held", release_request: { requested_by: bob.userId } });
    expect((await release(ada, id)).body.step).toBe("sending");
  });

  test("is not released by the request of a user who may no longer decide", async () => {
    const { id } = await heldTransfer();
    const mover = await createUser(api, { operatorRole: "compliance" });
    const admin = await createUser(api, { operatorRole: "admin" });
    await release(mover, id);
    const role = { operator_role: "support" };
    expect((await admin.put(`/console/api/users/${mover.userId}/role`, role)).status).toBe(204);
    const next = await release(bob, id);
    expect(next.body).toMatchObject({ step: "held", release_request: { requested_by: bob.userId } });
    expect((await release(ada, id)).body.step).toBe("sending");
  });

  test("stays held if either user withdraws the request", async () => {
    const { id } = await heldTransfer();
    for (const who of [ada, bob]) {
      await release(ada, id);
      const withdrawn = await who.post(`${path}/${id}/withdraw-release`, { reason: "not sure" });
      expect(withdrawn.body).toMatchObject({ step: "held", release_request: null });
    }
    expect((await bob.post(`${path}/${id}/withdraw-release`, { reason: "again" })).status).toBe(409);
    expect((await release(bob, id)).body.release_request).toMatchObject({ is_yours: true });
    expect((await release(ada, id)).body.step).toBe("sending");
  });

  test("is rejected by one user, regardless of earlier requests", async () => {
    const { fixture, id } = await heldTransfer();
    await release(ada, id);
    const rejected = await ada.post(`${path}/${id}/reject`, { reason: "true match; case 112" });
    expect(rejected.body).toMatchObject({ step: "done", release_request: null });
    expect((await fixture.show(id)).failure).toMatchObject({ type: "compliance_rejected" });
    expect((await release(bob, id)).status).toBe(409);
    expect((await actionsOn(id))[0]).toBe("transfer.reject by ada");
  });

  test("voids the request when its client cancels it", async () => {
    const { fixture, id } = await heldTransfer();
    await release(ada, id);
    expect((await fixture.post(`/transfers/${id}/cancel`, undefined)).status).toBe(200);
    expect((await release(bob, id)).status).toBe(409);
    expect(await sanctioned(bob, id)).toBeUndefined();
  });

  test("is released once by concurrent releases", async () => {
    const crowd = await Promise.all([1, 2, 3, 4].map(() => createUser(api, { operatorRole: "compliance" })));
    const { fixture, id } = await heldTransfer();
    const responses = await Promise.all([...crowd, ...crowd].map((who) => release(who, id)));
    const outcome = (response: ApiResponse) =>
      response.status === 200 ? response.body.step : response.status;
    const outcomes = responses.map(outcome);
    expect(outcomes.filter((outcome) => outcome === "sending")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "held")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 409)).toHaveLength(crowd.length * 2 - 2);
    expect(await api.worksOf(id)).toHaveLength(1);
    const released = (await actionsOn(id)).filter((action) => action.startsWith("transfer.release"));
    expect(released).toHaveLength(1);
    expect(await fixture.faults()).toEqual([]);
  });

  test("is not released by a concurrent release and withdrawal, unless two users released it", async () => {
    const { id } = await heldTransfer();
    await release(ada, id);
    const [approved, withdrawn] = await Promise.all([
      release(bob, id),
      ada.post(`${path}/${id}/withdraw-release`, { reason: "stop" }),
    ]);
    // Either it was released and there was nothing to withdraw, or bob is now the first of two.
    if (withdrawn.status === 200) expect(approved.body).toMatchObject({ step: "held" });
    else expect(approved.body).toMatchObject({ step: "sending" });
  });

  test("is decided by authorized users with a reason and a recent second factor", async () => {
    const { id } = await heldTransfer();
    expect((await onlooker.post(`${path}/${id}/release`, because)).status).toBe(403);
    const stale = await createUser(api, { operatorRole: "compliance", secondFactorAge: "old" });
    expect((await release(stale, id)).body.code).toBe("second_factor_required");
    for (const reason of ["", "   ", "x".repeat(1_001)]) {
      const { status, body } = await ada.post(`${path}/${id}/release`, { reason });
      expect([status, body.errors[0].pointer]).toEqual([400, "/reason"]);
    }
    const { accountId } = (await openFixture(api, tokens)).client;
    const member = await createUser(api, { memberOf: accountId });
    expect((await member.get(path)).status).toBe(403);
    expect((await release(ada, "01JD7Q2M8W3T5V6X9YZABCDEFG")).status).toBe(404);
  });

  test("is shown as held to operators, and as pending to its client", async () => {
    const { fixture, id } = await heldTransfer();
    await release(ada, id);
    await release(bob, id);
    const whole = await onlooker.get(`${path}/${id}/timeline`);
    const actions = whole.body.entries.flatMap(({ action }: { action?: string }) => action ?? []);
    expect(actions).toEqual(["transfer.request_release", "transfer.approve_release", "transfer.release"]);
    const member = await createUser(api, { memberOf: fixture.client.accountId });
    const workspace = `/console/api/workspaces/${fixture.client.accountId}/testnet`;
    const reported = await member.get(`${workspace}/transfers/${id}/timeline`);
    expect(reported.text).not.toMatch(/release|case 112|"step":"held"/);
    const states = reported.body.entries.filter(({ type }: { type: string }) => type === "state");
    expect(states.map(({ step }: { step: string | null }) => step)).toEqual([null, "sending"]);
  });
});

describe("failed refunds", () => {
  test("are shown, and retried by an operator", async () => {
    const fixture = await openFixture(api, tokens);
    await fixture.fund(fixture.anna, "FUSD", 100n);
    const id = await fixture.create(
      "60",
      fixture.on(fixture.anna),
      fixture.on(fixture.sol, "FUSD", "solana"),
    );
    await api.settle(id);
    await api.settle(id, frozen);
    await api.settle(id, frozen);
    expect(await stepNow(id)).toBe("refund_failed");
    const unrefunded = "/console/api/held/refunds";
    const { body } = await onlooker.get(unrefunded);
    const found = body.transfers.find((transfer: { readonly id: string }) => transfer.id === id);
    expect(found).toMatchObject({ amount: "60.00", step: "refund_failed", failure_type: "chain_failed" });
    expect((await onlooker.post(`${unrefunded}/${id}/retry`)).status).toBe(403);
    const refunded = await ada.post(`${unrefunded}/${id}/retry`);
    expect([refunded.status, refunded.body.step]).toEqual([200, "refunding"]);
    expect((await ada.post(`${unrefunded}/${id}/retry`)).status).toBe(409);
    expect(await actionsOn(id)).toContain("transfer.advance by ada");
  });

  test("of bridge transfers are a separate list", async () => {
    const { status, body } = await onlooker.get("/console/api/held/token-refunds");
    expect([status, body]).toEqual([200, { transfers: [], is_complete: true }]);
    const nothing = await ada.post("/console/api/held/token-refunds/01JD7Q2M8W3T5V6X9YZABCDEFG/retry");
    expect(nothing.status).toBe(404);
  });
});
