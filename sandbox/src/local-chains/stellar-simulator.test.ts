import { createHash } from "node:crypto";
import { Asset, Keypair, Memo, Operation, StrKey, TransactionBuilder, xdr } from "@stellar/stellar-base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEntries } from "../../../service/src/chains/stellar/ledger-entries.ts";
import { buildTransaction } from "../../../service/src/chains/stellar/sign-transaction.ts";
import { readResult } from "../../../service/src/chains/stellar/transaction-result.ts";
import { eventually } from "../../../service/test/eventually.ts";
import { type Change, type LocalStellar, startLocalStellar } from "../../../service/test/local-stellar.ts";

let local: LocalStellar;
let issuer: Keypair;
let asset: Asset;

beforeAll(async () => {
  local = await startLocalStellar();
  await local.setClosing(false);
  issuer = await local.newExternalIssuer();
  asset = new Asset("USDX", issuer.publicKey());
  await local.send([issuer], [Operation.setOptions({ setFlags: 10 as 2 })]);
});
afterAll(() => local.close());

async function holderOf(amount: string): Promise<Keypair> {
  const holder = await local.newExternalIssuer();
  await local.trust(holder, asset);
  if (amount !== "0") await local.send([issuer], [pay(holder.publicKey(), amount)]);
  return holder;
}

function pay(destination: string, amount: string, of: Asset = asset): xdr.Operation {
  return Operation.payment({ destination, asset: of, amount });
}

/** The protocol's result code for a transaction that the simulator rejects. */
async function refusal(
  by: readonly Keypair[],
  operations: readonly xdr.Operation[],
  change?: Change,
): Promise<string> {
  const transaction = await local.build(by, operations, change);
  return sendRefused(transaction.toXDR());
}

async function sendRefused(transaction: string): Promise<string> {
  const response = await local.nodes.call("sendTransaction", { transaction });
  expect(response).toMatchObject({ status: "ERROR" });
  const codes = readResult((response as { errorResultXdr: string }).errorResultXdr);
  return codes?.operation ?? codes?.transaction ?? "";
}

/** Why an included operation had no effect. */
async function failure(by: readonly Keypair[], operations: readonly xdr.Operation[]): Promise<string> {
  const response = await local.send(by, operations);
  expect(response).toMatchObject({ status: "FAILED" });
  return readResult((response as { resultXdr: string }).resultXdr)?.operation ?? "";
}

test("the simulator identifies itself everywhere", async () => {
  expect(await local.nodes.call("getVersionInfo", {})).toMatchObject({
    version: expect.stringContaining("double"),
    captiveCoreVersion: expect.stringContaining("double"),
  });
  await expect(local.nodes.call("simulateTransaction", {})).rejects.toThrow("simulator");
  const page = await fetch(`${local.horizonUrl}/accounts`);
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("double")]);
});

describe("a payment", () => {
  test("fails with the protocol's result code", async () => {
    const [rich, poor, bare] = [await holderOf("10"), await holderOf("0"), await local.newExternalIssuer()];
    const noOne = Keypair.random().publicKey();
    expect(await failure([rich], [pay(poor.publicKey(), "11")])).toBe("paymentUnderfunded");
    expect(await failure([bare], [pay(poor.publicKey(), "1")])).toBe("paymentSrcNoTrust");
    expect(await failure([rich], [pay(bare.publicKey(), "1")])).toBe("paymentNoTrust");
    expect(await failure([rich], [pay(noOne, "1")])).toBe("paymentNoDestination");
    expect(await failure([rich], [pay(poor.publicKey(), "999999", Asset.native())])).toBe(
      "paymentUnderfunded",
    );
    await local.send([poor], [Operation.changeTrust({ asset, limit: "5" })]);
    expect(await failure([rich], [pay(poor.publicKey(), "6")])).toBe("paymentLineFull");
  });

  test("from or to an unauthorized holder fails", async () => {
    const [frozen, other] = [await holderOf("10"), await holderOf("10")];
    const trustor = frozen.publicKey();
    await local.send(
      [issuer],
      [Operation.setTrustLineFlags({ trustor, asset, flags: { authorized: false } })],
    );
    expect(await failure([frozen], [pay(other.publicKey(), "1")])).toBe("paymentSrcNotAuthorized");
    expect(await failure([other], [pay(trustor, "1")])).toBe("paymentNotAuthorized");
    await local.send(
      [issuer],
      [Operation.setTrustLineFlags({ trustor, asset, flags: { authorized: true } })],
    );
    expect(await local.send([frozen], [pay(other.publicKey(), "1")])).toMatchObject({ status: "SUCCESS" });
  });

  test("that fails has no effect except its sequence number and fee", async () => {
    const [rich, poor] = [await holderOf("10"), await holderOf("0")];
    const before = await local.build([rich], [pay(poor.publicKey(), "1")]);
    await failure([rich], [pay(poor.publicKey(), "1"), pay(poor.publicKey(), "10")]);
    const after = await local.build([rich], [pay(poor.publicKey(), "1")]);
    expect(BigInt(after.sequence)).toBe(BigInt(before.sequence) + 1n);
    expect(await failure([poor], [pay(rich.publicKey(), "1")])).toBe("paymentUnderfunded");
  });
});

describe("a transaction is rejected", () => {
  test("for its sequence number, fee, time bounds or ledger bounds", async () => {
    const account = await local.newExternalIssuer();
    const bump = [Operation.bumpSequence({ bumpTo: "0" })];
    expect(await refusal([account], bump, { sequenceAhead: 1n })).toBe("txBadSeq");
    expect(await refusal([account], bump, { sequenceAhead: -1n })).toBe("txBadSeq");
    expect(await refusal([account], bump, { fee: "99" })).toBe("txInsufficientFee");
    expect(await refusal([account], bump, { maxTime: 1 })).toBe("txTooLate");
    expect(await refusal([Keypair.random()], bump)).toBe("txNoAccount");
    const { sequence } = (await local.nodes.call("getLatestLedger", {})) as { sequence: number };
    expect(await refusal([account], bump, { maxLedger: sequence + 1 })).toBe("txTooLate");
  });

  test("for a missing, wrong or superfluous signature", async () => {
    const [account, other] = [await local.newExternalIssuer(), await local.newExternalIssuer()];
    const ofOther = [Operation.bumpSequence({ bumpTo: "0", source: other.publicKey() })];
    expect(await refusal([account], ofOther)).toBe("opBadAuth");
    expect(await refusal([account, other], [Operation.bumpSequence({ bumpTo: "0" })])).toBe("txBadAuthExtra");
    const unsigned = await local.build([account], ofOther);
    unsigned.signatures.length = 0;
    expect(await sendRefused(unsigned.toXDR())).toBe("txBadAuth");
    const elsewhere = TransactionBuilder.cloneFrom(unsigned, {
      fee: "100",
      networkPassphrase: "another",
    }).build();
    elsewhere.sign(account);
    expect(await sendRefused(elsewhere.toXDR())).toBe("txBadAuth");
  });

  test("if an operation is unsupported or missing", async () => {
    const account = await local.newExternalIssuer();
    expect(await refusal([account], [Operation.inflation({})])).toBe("opNotSupported");
    const merge = Operation.accountMerge({ destination: issuer.publicKey() });
    expect(await refusal([account], [merge])).toBe("opNotSupported");
    expect(await refusal([account], [])).toBe("txMissingOperation");
    await expect(local.nodes.call("sendTransaction", { transaction: "AAAA" })).rejects.toThrow("envelope");
  });

  test("without the preimage of an extra signer, which counts as a signature", async () => {
    const account = await local.newExternalIssuer();
    const preimage = Buffer.from("preimage");
    const hash = createHash("sha256").update(preimage).digest();
    const build = async () => {
      const operations = [Operation.bumpSequence({ bumpTo: "0" })];
      const { source, sequence } = await local.build([account], operations);
      const transaction = buildTransaction({
        source,
        sequence: BigInt(sequence),
        operations,
        fee: "100",
        maxLedger: 1_000_000,
        passphrase: local.passphrase,
        extraSigners: [StrKey.encodeSha256Hash(hash)],
      });
      transaction.sign(account);
      return transaction;
    };
    expect(await sendRefused((await build()).toXDR())).toBe("txBadAuth");
    const wrong = await build();
    wrong.signHashX(Buffer.from("another"));
    expect(await sendRefused(wrong.toXDR())).toBe("txBadAuth");
    const right = await build();
    right.signHashX(preimage);
    const response = await local.nodes.call("sendTransaction", { transaction: right.toXDR() });
    expect(response).toMatchObject({ status: "PENDING" });
    await local.advance();
  });

  test("if its preconditions are unsupported", async () => {
    const account = await local.newExternalIssuer();
    const plain = await local.build([account], [Operation.bumpSequence({ bumpTo: "0" })]);
    const relaxed = TransactionBuilder.cloneFrom(plain, { fee: "100", minAccountSequence: "1" }).build();
    relaxed.sign(account);
    expect(await sendRefused(relaxed.toXDR())).toBe("txNotSupported");
  });
});

describe("pending transactions", () => {
  test("are limited to one per account; a repeat is a duplicate, and another must wait", async () => {
    const account = await local.newExternalIssuer();
    const first = await local.build([account], [Operation.bumpSequence({ bumpTo: "0" })]);
    const next = await local.build([account], [Operation.bumpSequence({ bumpTo: "0" })], {
      sequenceAhead: 1n,
    });
    const send = (xdr: string): Promise<unknown> => local.nodes.call("sendTransaction", { transaction: xdr });
    expect(await send(first.toXDR())).toMatchObject({ status: "PENDING" });
    expect(await send(first.toXDR())).toMatchObject({ status: "DUPLICATE" });
    expect(await send(next.toXDR())).toMatchObject({ status: "TRY_AGAIN_LATER" });
    await local.advance();
    expect(await send(next.toXDR())).toMatchObject({ status: "PENDING" });
    await local.advance();
    expect(await sendRefused(first.toXDR())).toBe("txBadSeq");
  });

  test("are replaced by a fee bump of ten times the fee, and by no less", async () => {
    const [account, payer] = [await local.newExternalIssuer(), await local.newExternalIssuer()];
    const bumped = async (baseFee: string): Promise<string> => {
      const inner = await local.build([account], [Operation.bumpSequence({ bumpTo: "0" })]);
      const outer = TransactionBuilder.buildFeeBumpTransaction(payer, baseFee, inner, local.passphrase);
      outer.sign(payer);
      return outer.toXDR();
    };
    const send = (xdr: string): Promise<unknown> => local.nodes.call("sendTransaction", { transaction: xdr });
    expect(await send(await bumped("100"))).toMatchObject({ status: "PENDING" });
    expect(await sendRefused(await bumped("999"))).toBe("txInsufficientFee");
    const winner = await bumped("1000");
    expect(await send(winner)).toMatchObject({ status: "PENDING" });
    await local.advance();
    const hash = TransactionBuilder.fromXDR(winner, local.passphrase).hash().toString("hex");
    expect(await local.nodes.call("getTransaction", { hash })).toMatchObject({
      status: "SUCCESS",
      feeBump: true,
    });
  });

  test("a fee bump that offers less than its inner transaction is rejected", async () => {
    const [account, payer] = [await local.newExternalIssuer(), await local.newExternalIssuer()];
    const inner = await local.build([account], [Operation.bumpSequence({ bumpTo: "0" })], { fee: "500" });
    const outer = TransactionBuilder.buildFeeBumpTransaction(payer, "500", inner, local.passphrase);
    const envelope = outer.toEnvelope();
    envelope.feeBump().tx().fee(new xdr.Int64(999n));
    const cheap = TransactionBuilder.fromXDR(envelope, local.passphrase);
    cheap.sign(payer);
    expect(await sendRefused(cheap.toXDR())).toBe("txInsufficientFee");
  });
});

describe("reserves", () => {
  test("an account needs its own reserve, or a sponsor", async () => {
    const [sponsor, created] = [await local.newExternalIssuer(), Keypair.random()];
    const create = Operation.createAccount({ destination: created.publicKey(), startingBalance: "0" });
    const begin = Operation.beginSponsoringFutureReserves({ sponsoredId: created.publicKey() });
    const end = Operation.endSponsoringFutureReserves({ source: created.publicKey() });
    expect(await failure([sponsor], [create])).toBe("createAccountLowReserve");
    expect(await local.send([sponsor], [begin, create])).toMatchObject({ status: "FAILED" });
    expect(await failure([sponsor, created], [end])).toBe("opNoAccount");
    const sent = await local.send([sponsor, created], [begin, create, end]);
    expect(sent).toMatchObject({ status: "SUCCESS" });
    expect(await failure([sponsor], [create])).toBe("createAccountAlreadyExist");
  });

  test("a trustline requires a free reserve", async () => {
    const poor = Keypair.random();
    await local.fund(poor.publicKey(), 10_000_100n);
    expect(await failure([poor], [Operation.changeTrust({ asset })])).toBe("changeTrustLowReserve");
  });
});

test("a data entry needs a free reserve, is changed and deleted, and is read by its name", async () => {
  const account = await local.newExternalIssuer();
  const manage = (value: string | null) => [Operation.manageData({ name: "config.memo_required", value })];
  const requiresMemo = async () => {
    const address = account.publicKey();
    const query = { accounts: [], trustlines: [], memoRules: [address] };
    return (await readEntries(local.nodes, query)).requiresMemo(address);
  };
  expect(await failure([account], manage(null))).toBe("manageDataNameNotFound");
  expect(await requiresMemo()).toBe(false);
  for (const [value, isRequired] of [
    ["0", false],
    ["1", true],
    [null, false],
  ] as const) {
    await local.send([account], manage(value));
    expect(await requiresMemo()).toBe(isRequired);
  }
  const poor = Keypair.random();
  await local.fund(poor.publicKey(), 10_000_100n);
  expect(await failure([poor], manage("1"))).toBe("manageDataLowReserve");
});

test("an issuer claws back up to the balance", async () => {
  const holder = await holderOf("10");
  const from = holder.publicKey();
  expect(await failure([issuer], [Operation.clawback({ asset, from, amount: "11" })])).toBe(
    "clawbackUnderfunded",
  );
  const sent = await local.send([issuer], [Operation.clawback({ asset, from, amount: "4" })]);
  expect(sent).toMatchObject({ status: "SUCCESS" });
  expect(await failure([holder], [pay(issuer.publicKey(), "7")])).toBe("paymentUnderfunded");
});

describe("events", () => {
  test("every movement is reported once, in order, across pages", async () => {
    const { sequence } = (await local.nodes.call("getLatestLedger", {})) as { sequence: number };
    const [account, other] = [await holderOf("10"), await holderOf("0")];
    await local.send([account], [pay(other.publicKey(), "3"), pay(issuer.publicKey(), "2")]);
    await local.send([issuer], [Operation.clawback({ asset, from: other.publicKey(), amount: "1" })]);
    const contractIds = [asset.contractId(local.passphrase)];
    const names: string[] = [];
    let page: object = { startLedger: sequence, pagination: { limit: 2 } };
    for (;;) {
      const response = (await local.nodes.call("getEvents", { filters: [{ contractIds }], ...page })) as {
        events: { topic: string[] }[];
        cursor: string;
      };
      names.push(...response.events.map(({ topic }) => symbolOf(topic[0] ?? "")));
      if (response.events.length === 0) break;
      page = { pagination: { limit: 2, cursor: response.cursor } };
    }
    expect(names).toEqual(["mint", "transfer", "burn", "clawback"]);
  });

  test("a memo is included in the event, and topics are filtered", async () => {
    const { sequence } = (await local.nodes.call("getLatestLedger", {})) as { sequence: number };
    const [account, other] = [await holderOf("10"), await holderOf("0")];
    const plain = await local.build([account], [pay(other.publicKey(), "1")]);
    const withMemo = TransactionBuilder.cloneFrom(plain, { fee: "100", memo: Memo.text("rent") }).build();
    withMemo.sign(account);
    await local.nodes.call("sendTransaction", { transaction: withMemo.toXDR() });
    await local.advance();
    const topics = [[xdr.ScVal.scvSymbol("transfer").toXDR("base64"), "*", "**"]];
    const filters = [{ contractIds: [asset.contractId(local.passphrase)], topics }];
    const response = await local.nodes.call("getEvents", { startLedger: sequence, filters });
    const { events } = response as { events: { value: string }[] };
    expect(events).toHaveLength(1);
    const value = xdr.ScVal.fromXDR(events[0]?.value ?? "", "base64");
    expect(value.map()?.map((entry) => entry.key().sym().toString())).toEqual(["amount", "to_muxed_id"]);
  });

  test("a call beyond the limits of a real node is rejected", async () => {
    const getEvents = (params: unknown): Promise<unknown> => local.nodes.call("getEvents", params);
    await expect(getEvents({ startLedger: 1_000_000 })).rejects.toThrow("ledger range");
    await expect(
      getEvents({ startLedger: 1, pagination: { cursor: `${"0".repeat(19)}-${"0".repeat(10)}` } }),
    ).rejects.toThrow();
    const contractIds = Array.from({ length: 6 }, () => asset.contractId(local.passphrase));
    await expect(getEvents({ startLedger: 1, filters: [{ contractIds }] })).rejects.toThrow(
      "invalid parameters",
    );
  });
});

test("an idle simulator closes no ledgers", async () => {
  await using resting = await startLocalStellar({ trailingLedgers: 3 });
  const account = await resting.newExternalIssuer();
  const transaction = await resting.build([account], [Operation.bumpSequence({ bumpTo: "0" })]);
  await resting.nodes.call("sendTransaction", { transaction: transaction.toXDR() });
  const hash = transaction.hash().toString("hex");
  const included = await eventually(async () => {
    const response = (await resting.nodes.call("getTransaction", { hash })) as {
      status: string;
      ledger: number;
    };
    expect(response.status).toBe("SUCCESS");
    return response.ledger;
  });
  await eventually(async () => {
    expect(await resting.nodes.call("getLatestLedger", {})).toMatchObject({ sequence: included + 3 });
  });
});

function symbolOf(topic: string): string {
  return xdr.ScVal.fromXDR(topic, "base64").sym().toString();
}
