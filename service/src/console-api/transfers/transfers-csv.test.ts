import { expect, test } from "vitest";
import { csvLine } from "../../kernel/csv.ts";
import type { WorkspaceTransfer } from "./transfer-row-response.ts";
import { transferCells, transferColumns } from "./transfers-csv.ts";

const transfer: WorkspaceTransfer = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  account_id: "01JD7Q2M8W3T5V6X9YZABCACCT",
  account_name: "=SUM(A1:A9)",
  flow: "offramp",
  status: "failed",
  failure_type: "ach_return",
  amount: "1250.50",
  currency: "USD",
  fee: "0.25",
  source: {
    address_id: "01JD7Q2M8W3T5V6X9YZABCS0UR",
    transfer_type: "base",
    value_type: "FUSD",
    transaction_id: "0xabc",
    payment_id: null,
  },
  destination: {
    address_id: "01JD7Q2M8W3T5V6X9YZABCDEST",
    transfer_type: "ach_credit",
    value_type: "USD",
    transaction_id: null,
    payment_id: "01JD7Q2M8W3T5V6X9YZABCPAYM",
  },
  automation_id: null,
  note: '@home, "rent";\nMay',
  created_at: "2026-11-15T10:51:12.000Z",
  updated_at: "2026-11-16T10:51:12.000Z",
  reversal: null,
  completed_at: null,
};

const header =
  "id,created_at,status,amount,currency,fee,flow,account_id,account_name,source_transfer_type,source_value_type," +
  "source_address_id,source_transaction_id,source_payment_id,destination_transfer_type,destination_value_type," +
  "destination_address_id,destination_transaction_id,destination_payment_id,automation_id,failure_type,note," +
  "updated_at,completed_at\r\n";
const line =
  "01JD7Q2M8W3T5V6X9YZABCDEFG,2026-11-15T10:51:12.000Z,failed,1250.50,USD,0.25,offramp,01JD7Q2M8W3T5V6X9YZABCACCT," +
  "'=SUM(A1:A9),base,FUSD,01JD7Q2M8W3T5V6X9YZABCS0UR,0xabc,,ach_credit,USD,01JD7Q2M8W3T5V6X9YZABCDEST,," +
  '01JD7Q2M8W3T5V6X9YZABCPAYM,,ach_return,"\'@home, ""rent"";\nMay",2026-11-16T10:51:12.000Z,\r\n';

test("transfers are exported as CSV (RFC 4180) without formula cells", () => {
  expect(csvLine(transferColumns) + csvLine(transferCells(transfer))).toBe(header + line);
});
