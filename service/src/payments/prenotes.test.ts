import { expect, test } from "vitest";
import { newBankRequest } from "../../test/addresses.ts";
import { startTestApi } from "../../test/api.ts";
import { entryEvent, openPayments } from "../../test/payments.ts";
import { findAddress, refuseUnusable } from "../addresses/index.ts";
import { statement } from "../db/statement.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";

const expectPrenote = statement("UPDATE addresses SET prenote = 'pending' WHERE id = $1");
const selectPrenotes = statement<{ subject: string; amountCents: bigint; rail: string }>(`
  SELECT subject, amount_cents, rail FROM bank_entries WHERE kind = 'prenote'`);

test("a new bank address waits for its prenote with ACH, and not with wires", async () => {
  const api = await startTestApi({ environment: { FLORIN_ROLES: "api", ACH_PRENOTES: "on" } });
  try {
    const client = await api.createClient();
    const newId = createIdFactory(systemClock);
    const add = (body: object) =>
      api.request("POST", `/accounts/${client.accountId}/addresses/external`, {
        token: client.token,
        idempotencyKey: newId<"key">(),
        body,
      });
    const request = newBankRequest({ transfer_types: ["ach_credit", "rtp_credit"] });
    const { status, body } = await add(request);
    expect([status, body.prenote]).toEqual([201, "pending"]);
    expect(await api.database.rows(selectPrenotes)).toEqual([
      { subject: body.id, amountCents: 0n, rail: "ach_debit" },
    ]);
    const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
    const address = await findAddress(api.database, { ...scope, addressId: body.id });
    if (address === undefined) throw new Error("the address exists");
    const why = (transferType: "ach_credit" | "rtp_credit") =>
      refuseUnusable(address, { transferType, pointer: "/destination" })?.errors;
    expect(why("ach_credit")).toEqual([
      { pointer: "/destination/address_id", detail: expect.stringContaining("prenote is pending") },
    ]);
    expect(why("rtp_credit")).toBeUndefined();
    const other = newBankRequest({ account_number: "77665544", transfer_types: ["rtp_credit"] });
    const instant = (await add(other)).body;
    expect(instant.prenote).toBeUndefined();
    const added = await api.request("PATCH", `/accounts/${client.accountId}/addresses/${instant.id}`, {
      token: client.token,
      idempotencyKey: newId<"key">(),
      body: { additional_transfer_types: ["ach_credit"] },
    });
    expect([added.status, added.body.prenote]).toEqual([200, "pending"]);
    const prenotes = await api.database.rows(selectPrenotes);
    expect(prenotes.map(({ subject }) => subject)).toEqual([body.id, instant.id]);
  } finally {
    await api.stop();
  }
});

test("an accepted prenote allows ACH; a returned one is left to the owner, once, even if it is late", async () => {
  await using env = await openPayments();
  const addressId = await env.addBank();
  await env.database.run(expectPrenote, [addressId]);
  const ofPrenote = (type: "settled" | "returned") => {
    const event = entryEvent(type, "01PRENOTE");
    return { ...event, entry: { ...event.entry, subject: addressId, isPrenote: true } };
  };
  const look = async () => {
    const address = await findAddress(env.database, { ...env.scope, addressId });
    return address?.medium === "bank" ? address.prenote : undefined;
  };
  await env.hear([ofPrenote("settled")]);
  expect(await look()).toBe("accepted");
  expect(await env.events()).toEqual([]);
  await env.hear([ofPrenote("returned")]);
  await env.hear([ofPrenote("returned"), ofPrenote("settled")]);
  expect(await look()).toBe("returned");
  expect(await env.events()).toMatchObject([
    { type: "address.updated", data: { id: addressId, needs_update: true, changed: [] } },
  ]);
  const actions = statement<{ action: string }>(
    "SELECT action FROM audit_log WHERE action = 'address.end_prenote'",
  );
  expect(await env.database.rows(actions)).toHaveLength(2);
});
