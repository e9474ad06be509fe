import { afterAll, beforeAll, expect, test } from "vitest";
import { storeBankFile } from "../../../test/bank-files.ts";
import { accountReply, noOne, receivedMovement } from "../../../test/bank-replies.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { statement } from "../../db/statement.ts";
import { updateFileState } from "../../rails/engine/file-store.ts";
import { paymentSystems } from "../../rails/registry.ts";

const path = "/console/api/rails";

let api: TransferApi;
let treasurer: TestUser;

beforeAll(async () => {
  api = await startTransferApi();
  treasurer = await createUser(api, { operatorRole: "treasury" });
});

afterAll(() => api.stop());

test("a payment that was reported under a second reference is shown with both records, and credited by an operator", async () => {
  await receiveWire("INTRA-77");
  await receiveWire("BR1");
  const inSuspense = async () =>
    (await treasurer.get("/console/api/suspense")).body.payments.map(
      ({ amount }: { amount: { value: string } }) => amount.value,
    );
  expect(await inSuspense()).toEqual(["2500.00"]);
  const { body } = await treasurer.get(`${path}/items`);
  const names = ["imad/20261115ABCDEFGH000001", "uetr/8a562c67-ca16-48ba-b074-65581be6f001"];
  expect(body.items).toMatchObject([
    {
      kind: "duplicate_reference",
      amount: "2500.00",
      reference: "BR1",
      records: [
        { reference: "INTRA-77", amount: "2500.00", direction: "credit", names },
        { reference: "BR1", amount: "2500.00", direction: "credit" },
      ],
    },
  ]);
  const credit = () =>
    treasurer.post(`${path}/items/${body.items[0].id}/credit`, { note: "The sender confirms two wires." });
  const late = await createUser(api, { operatorRole: "treasury", secondFactorAge: "old" });
  expect((await late.post(`${path}/items/${body.items[0].id}/credit`, { note: "Mine." })).status).toBe(403);
  expect(await credit()).toMatchObject({ status: 200, body: { state: "done" } });
  expect((await credit()).status).toBe(404);
  expect(await auditOf("bank_item.credit", body.items[0].id)).toHaveLength(1);
  await api.bankRound();
  expect(await inSuspense()).toEqual(["2500.00", "2500.00"]);
  expect((await treasurer.get(`${path}/items`)).body.items).toEqual([]);
});

test("a file that the bank never received is sent again, and a rule demands another operator for it", async () => {
  const id = await putSent();
  const again = await treasurer.post(`${path}/files/${id}/requeue`, undefined);
  expect(again).toMatchObject({ status: 200, body: { state: "stored" } });
  expect(await auditOf("bank_file.requeue", id)).toHaveLength(1);
  const admin = await createUser(api, { operatorRole: "admin" });
  const rule = { operation: "bank_file", approvals: 1, approver_roles: ["admin"] };
  expect((await admin.post("/console/api/approval-rules", rule)).status).toBe(201);
  const other = await putSent();
  expect(await treasurer.post(`${path}/files/${other}/requeue`, undefined)).toMatchObject({
    status: 202,
    body: { operation: "bank_file", status: "pending" },
  });
  expect((await treasurer.get(`${path}/files/${other}`)).body.file.state).toBe("sent");
});

async function putSent(): Promise<string> {
  const id = await storeBankFile(api, "out", "lost.xml", Buffer.from("<Document/>"));
  const sent = { from: "stored", to: "sent" } as const;
  await api.database.transaction((tx) => updateFileState(tx, id, sent, api.deps.clock.now()));
  return id;
}

/** A wire of 2,500.00 to an unknown account number, in a notification of the bank. */
async function receiveWire(bankReference: string): Promise<void> {
  const wire = receivedMovement(bankReference, {
    amountCents: 250_000n,
    transactionCode: paymentSystems.wire.transactionCodes.received,
    detail: {
      uetr: "8a562c67-ca16-48ba-b074-65581be6f001",
      clearingReference: "20261115ABCDEFGH000001",
      debtor: { ...noOne, name: "A Sender" },
      creditor: { ...noOne, accountNumber: "8899999999" },
    },
  });
  const head = { id: `N-${bankReference}`, at: api.deps.clock.now() };
  await storeBankFile(api, "in", `${head.id}.xml`, accountReply(head, [wire]));
  await api.bankRound();
}

const selectAudit = statement("SELECT id FROM audit_log WHERE action = $1 AND subject_id = $2");

function auditOf(action: string, id: string) {
  return api.database.rows(selectAudit, [action, id]);
}
