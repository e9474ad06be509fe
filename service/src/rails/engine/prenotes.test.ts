import { expect, test } from "vitest";
import { achCorrection, achReply, achReturn } from "../../../test/bank-replies.ts";
import { type BankEnvironment, openBankWork, testCounterparty, testTenant } from "../../../test/bank-work.ts";
import { readNacha } from "../nacha/read-nacha.ts";

async function sendPrenote(env: BankEnvironment, direction: "credit" | "debit") {
  const id = env.newId<"prenote">();
  const prenote = {
    kind: "prenote",
    id,
    tenantId: testTenant,
    network: "testnet",
    subject: "address",
    amountCents: 0n,
    direction,
    counterparty: { ...testCounterparty, accountType: "savings" },
    statement: { name: "Acme", memo: "PRENOTE" },
  } as const;
  await env.database.transaction((tx) => env.work.enqueue(tx, [prenote]));
  await env.engine().round();
  return id;
}

/** The only entry of the only file that was delivered. */
function entrySent({ double }: BankEnvironment) {
  const [file, ...others] = double.files;
  expect(others).toEqual([]);
  const reading = readNacha(file?.bytes ?? Buffer.alloc(0));
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  const [batch] = reading.file.batches;
  const [entry] = batch?.entries ?? [];
  if (entry === undefined) throw new Error("the file has an entry");
  return { ...entry, serviceClass: batch?.serviceClass, sec: batch?.sec };
}

const reported = ({ reported: all }: BankEnvironment) =>
  all.map(({ bankEvent }) => (bankEvent.type === "received" ? undefined : [bankEvent.type, bankEvent.entry]));

const dayMs = 86_400_000;

test.each([
  ["credit", "33", "220"],
  ["debit", "38", "225"],
] as const)(
  "a prenote for %ss has code %s, and is accepted when it can no longer be returned",
  async (...input) => {
    const [direction, transactionCode, serviceClass] = input;
    await using env = await openBankWork();
    const id = await sendPrenote(env, direction);
    const sent = entrySent(env);
    expect(sent).toMatchObject({ transactionCode, serviceClass, amountCents: 0n, sec: "CCD" });
    await env.engine().round();
    expect([await env.stateOf(id), reported(env)]).toEqual(["sent", []]);
    env.clock.advance(7 * dayMs);
    await env.engine().round();
    expect(await env.stateOf(id)).toBe("settled");
    const entry = { id, subject: "address", traceNumber: sent.traceNumber, isPrenote: true };
    expect(reported(env)).toEqual([["settled", entry]]);
  },
);

test("a returned prenote is only returned, and a notification of change is about its address", async () => {
  await using env = await openBankWork();
  const id = await sendPrenote(env, "debit");
  const item = { reference: entrySent(env).traceNumber, amountCents: 0n, direction: "credit" } as const;
  const at = env.clock.now();
  env.double.put({ ending: "ach", bytes: achReply({ at }, item, achCorrection("C01", item.reference)) });
  env.double.put({ ending: "ach", bytes: achReply({ at }, item, achReturn("R03", item.reference), 2) });
  await env.engine().round();
  env.clock.advance(7 * dayMs);
  await env.engine().round();
  expect(await env.stateOf(id)).toBe("returned");
  const entry = expect.objectContaining({ id, subject: "address", isPrenote: true });
  expect(reported(env)).toEqual([
    ["notification_of_change", entry],
    ["returned", entry],
  ]);
});
