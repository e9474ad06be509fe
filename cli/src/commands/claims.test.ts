import { expect, test } from "vitest";
import { openClaims } from "../../../service/src/claims/index.ts";
import { createIdFactory, parseId, tenantOf } from "../../../service/src/kernel/id.ts";
import { systemClock } from "../../../service/src/kernel/instant.ts";
import { usd } from "../../../service/src/kernel/money.ts";
import { recordOperations } from "../../../service/src/ledger/index.ts";
import { insertItems, newItem } from "../../../service/src/rails/engine/item-store.ts";
import { testCause } from "../../../service/test/auth.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

const deps = { clock: systemClock, newId: createIdFactory(systemClock) };

test("a claim is returned, shown, and repaid in parts", async () => {
  await using operator = await openOperator();
  const id = await addClaim(operator);
  expect(await operator.responseOf(["claims", "list", "--status", "open"])).toMatchObject([
    { id, amount: "100.00", remaining: "100.00", return_code: "R10", status: "open" },
  ]);
  const repayBy = (reference: string) => [
    "claims",
    "repay",
    id,
    "--reason",
    "paid by check",
    "--reference",
    reference,
  ];
  const repay = repayBy("check 17");
  const items = ["check 17", "check 18"].map((reference) =>
    newItem("unknown_credit", reference, { reference, amountCents: 7_000n, detail: "unmatched credit" }),
  );
  const source = { network: "testnet", fileId: undefined, now: systemClock.now() } as const;
  await operator.database.transaction((tx) => insertItems(deps, tx, source, items));
  expect(await operator.florin(repay)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await operator.responseOf([...repay, "--amount", "30", "--yes"])).toMatchObject({
    remaining: "70.00",
  });
  expect(await operator.florin([...repay, "--yes"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("was used or resolved before"),
  });
  expect(await operator.responseOf([...repayBy("check 18"), "--yes"])).toMatchObject({ status: "repaid" });
  expect(await operator.responseOf(["claims", "show", id])).toMatchObject({
    settlements: [{ amount: "30.00", source: "reference/check 17" }, { amount: "70.00" }],
  });
  expect(await operator.florin(["claims", "verify"])).toMatchObject({
    exitCode: 0,
    stderr: "No differences\n",
  });
  expect(await operator.responseOf(["audit", "list", "--action", "claim.repay"])).toHaveLength(2);
});

test("a write-off needs own money", async () => {
  await using operator = await openOperator();
  const id = await addClaim(operator);
  const writeOff = ["claims", "write-off", id, "--reason", "insolvent", "--yes"];
  expect(await operator.florin(writeOff)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("0.00 USD is available"),
  });
  await post(operator, id, "treasury");
  expect(await operator.responseOf(writeOff)).toMatchObject({ status: "written_off" });
});

test("a claim that differs from the ledger is reported", async () => {
  await using operator = await openOperator();
  await addClaim(operator, { isPosted: false });
  expect(await operator.florin(["claims", "verify"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("the claims of 1 accounts differ from the ledger"),
  });
});

test("an unknown claim or address is reported", async () => {
  await using operator = await openOperator();
  expect(await operator.florin(["claims", "show", "nothing"])).toMatchObject({ exitCode: 1 });
  const reauthorize = ["claims", "reauthorize", deps.newId(), "--reason", "signed form"];
  expect(await operator.florin(reauthorize)).toMatchObject({ exitCode: 1 });
});

const tenants = new Map<string, ReturnType<typeof tenantOf>>();

async function addClaim(operator: Operator, { isPosted = true } = {}): Promise<string> {
  const { id: account } = await operator.responseOf<{ id: string }>(["accounts", "create", "--name", "Acme"]);
  const accountId = parseId<"account">(account);
  if (accountId === undefined) throw new Error("an account has an id");
  const scope = { tenantId: tenantOf(accountId), network: "testnet" } as const;
  const id = deps.newId<"claim">();
  tenants.set(id, scope.tenantId);
  const opened = [
    {
      id,
      accountId,
      addressId: deps.newId(),
      transferId: deps.newId(),
      paymentId: deps.newId<"payment">(),
      tokenId: "fusd",
      valueType: "FUSD",
      returnCode: "R10",
      cents: 10_000n,
    },
  ];
  await operator.database.transaction(async (tx) => {
    const operations = await openClaims(deps, tx, scope, { opened, cause: testCause });
    if (isPosted) await recordOperations(deps, tx, scope, operations);
  });
  return id;
}

async function post(operator: Operator, claim: string, kind: "treasury"): Promise<void> {
  const tenantId = tenants.get(claim);
  if (tenantId === undefined) throw new Error("the claim has a tenant");
  const postings = [
    { account: { kind: "external", asset: usd }, units: -50_000n },
    { account: { kind, asset: usd }, units: 50_000n },
  ] as const;
  await operator.database.transaction((tx) =>
    recordOperations(deps, tx, { tenantId, network: "testnet" }, [{ type: "post", key: "own", postings }]),
  );
}
