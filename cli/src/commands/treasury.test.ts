import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { addBankAddress } from "../../../service/src/addresses/add-bank-address.ts";
import type { BankVariant } from "../../../service/src/addresses/external-variant.ts";
import { statement } from "../../../service/src/db/statement.ts";
import { createKeyRing } from "../../../service/src/kernel/envelope.ts";
import { createIdFactory, parseId, tenantOf } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { usd } from "../../../service/src/kernel/money.ts";
import { recordOperations } from "../../../service/src/ledger/index.ts";
import { newBankRequest, newStreet } from "../../../service/test/addresses.ts";
import { testCause } from "../../../service/test/auth.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

const newId = createIdFactory(systemClock);

test("a treasury has stable deposit instructions for dollars and tokens", async () => {
  await using operator = await openOperator();
  const id = await createAccount(operator);
  const ask = ["treasury", "instructions", id, "--network", "testnet"];
  const reported = await operator.responseOf<{ addresses: readonly unknown[] }>(ask);
  expect(reported).toMatchObject({
    bank_name: "Florin Sandbox Bank",
    account_number: expect.stringMatching(/^8801\d+$/),
    memo: expect.any(String),
    addresses: ["ethereum", "base", "solana", "stellar"].map((chain) => ({
      chain,
      address: expect.any(String),
    })),
  });
  expect(await operator.responseOf(ask)).toEqual(reported);
  expect(await operator.responseOf(["treasury", "show", id, "--network", "testnet"])).toEqual({
    balances: [{ chain: null, value_type: "USD", balance: "0.00", available: "0.00", held: "0.00" }],
    earned_fees: [{ balance: "0.00", available: "0.00", held: "0.00" }],
    addresses: reported.addresses,
    withdrawals: [],
  });
  const audited = await operator.responseOf<readonly { action: string }[]>(["audit", "list"]);
  expect(audited.filter(({ action }) => action === "treasury.open_account")).toHaveLength(1);
});

test("missing addresses are reported in text, and as JSON without a hint", async () => {
  await using operator = await openOperator();
  const show = ["treasury", "show", await createAccount(operator), "--network", "testnet"];
  expect(await operator.florin(show)).toMatchObject({
    exitCode: 0,
    stdout: "\tUSD\t0.00\t0.00\t0.00\n0.00\t0.00\t0.00\n",
    stderr: "No addresses yet; create them with: florin admin treasury instructions\n",
  });
  const printed = await operator.florin([...show, "--json"]);
  expect(printed).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.parse(printed.stdout)).toMatchObject({
    balances: [{ balance: "0.00" }],
    addresses: [],
    withdrawals: [],
  });
});

test("a withdrawal requires confirmation, holds the funds until the bank has paid, and is shown", async () => {
  await using operator = await openOperator();
  const id = await createAccount(operator);
  const bank = await fund(operator, id);
  const withdraw = ["treasury", "withdraw", id, "--network", "testnet", "--address", bank];
  const wire = [...withdraw, "--transfer-type", "wire", "--amount", "600.00"];
  expect(await operator.florin(wire, { atTerminal: true, response: "n" })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("nothing was changed"),
  });
  const withdrawal = await operator.responseOf([...wire, "--memo", "Invoice 17", "--yes"]);
  expect(withdrawal).toMatchObject({ amount: "600.00", status: "pending", address_id: bank, reason: null });
  expect(await operator.florin([...wire, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: only 400.00 USD is available\n",
  });
  expect(await operator.florin([...wire, "--memo", "two\nlines", "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("memo must be one line"),
  });
  const show = ["treasury", "show", id, "--network", "testnet"];
  expect(await operator.responseOf(show)).toMatchObject({
    balances: [{ value_type: "USD", balance: "1000.00", available: "400.00", held: "600.00" }],
    withdrawals: [withdrawal],
  });
  expect(await operator.florin(show)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^\tUSD\t1000\.00\t400\.00\t600\.00\n.+\n.+\ttreasury\t600\.00\tUSD\twire\tpending\t\t.+\n$/,
    ),
    stderr: "No addresses yet; create them with: florin admin treasury instructions\n",
  });
  expect(await operator.database.rows(statement("SELECT id FROM bank_entries"))).toHaveLength(1);
});

async function createAccount(operator: Operator): Promise<string> {
  return (await operator.responseOf<{ id: string }>(["accounts", "create", "--name", "Acme"])).id;
}

/** Funds 1,000 dollars and adds a bank account; returns the address id. */
async function fund({ database, masterKey }: Operator, id: string): Promise<string> {
  const accountId = parseId<"account">(id);
  if (accountId === undefined) throw new Error("the account has an id");
  const scope = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const bankIndexKey = randomBytes(32);
  const deps = { clock: systemClock, newId, keyRing: createKeyRing(masterKey), bankIndexKey };
  const addresses = { bank_address: newStreet(), beneficiary_address: newStreet() };
  const request = newBankRequest(addresses) as BankVariant;
  const input = { scope, cause: testCause, request, transferTypes: ["wire"] as const };
  return database.transaction(async (tx) => {
    const { id: bank } = await addBankAddress(deps, tx, input);
    const postings = [
      { account: { kind: "external", asset: usd }, units: -100_000n },
      { account: { kind: "treasury", asset: usd }, units: 100_000n },
    ] as const;
    await recordOperations(deps, tx, scope, [{ type: "post", key: "given", postings }]);
    return bank;
  });
}
