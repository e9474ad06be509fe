import { bytesToHex, decodeFunctionData, parseTransaction } from "viem/utils";
import { afterAll, assert, beforeAll, describe, expect, test } from "vitest";
import { type EvmEnvironment, openEvmEnvironment } from "../../../test/chain-suite/evm-environment.ts";
import { openStage, type Stage, type Submission } from "../../../test/chain-suite/stage.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

describe("a published holder authorization", () => {
  let env: EvmEnvironment | undefined;
  let opened: Stage | undefined;

  beforeAll(async () => {
    env = await openEvmEnvironment();
    opened = await openStage(env);
  });
  afterAll(async () => {
    await env?.close();
  });

  const stageWith = (): { readonly testEnv: EvmEnvironment; readonly stage: Stage } => {
    assert(env !== undefined && opened !== undefined);
    return { testEnv: env, stage: opened };
  };

  test("keeps a failed transfer open until it expires", async () => {
    const { testEnv: env, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.env.newHolder()];
    await stage.perform(stage.freeze("freeze", from));
    const submission = await stage.send(stage.transfer(from, to, 10n));
    await env.node.mine(10);
    const failed = { state: "included", outcome: { ok: false, reason: "frozen" } };
    expect(await stage.status(submission)).toMatchObject({ ...failed, isFinal: false });
    await env.advance(1);
    expect(await stage.status(submission)).toMatchObject({ ...failed, isFinal: true });
  });

  test("takes effect once when a third party submits it, and the operation is reported as successful", async () => {
    const { testEnv: env, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.env.newHolder()];
    const transfer = stage.transfer(from, to, 4n);
    const submission = await stage.prepare(transfer);
    await env.sendAsExternalIssuer(shownCall(submission));
    expect(await stage.balance(to.address)).toBe(4n);
    expect(await stage.check(transfer)).toMatchObject({ ok: false, reason: "reference_used" });
    const late = await stage.send(submission);
    expect(await stage.settle(late)).toMatchObject({ state: "included", outcome: { ok: true } });
    expect(await stage.balance(to.address)).toBe(4n);
  });

  test("is a mark of its operation only if its holder is custodial", async () => {
    const { stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.env.newHolder()];
    const { prepared } = await stage.perform(stage.transfer(from, to, 4n));
    const marksFor = (holders: readonly string[]) =>
      stage.chain.marksIn([prepared.transactionId], {
        contracts: [stage.token.contract],
        holders: new Set(holders),
      });
    expect(await marksFor([to.address])).toEqual([[]]);
    expect(await marksFor([from.address])).toEqual([[expect.stringMatching(/^0x[0-9a-f]{64}$/)]]);
  });

  test("is checked again before a failure is final", async () => {
    const { testEnv: env, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.env.newHolder()];
    await stage.perform(stage.freeze("freeze", from));
    const submission = await stage.send(stage.transfer(from, to, 10n));
    await env.node.mine(3);
    await stage.perform(stage.freeze("unfreeze", from));
    await env.sendAsExternalIssuer(shownCall(submission));
    await env.advance(5);
    expect(await stage.status(submission)).toMatchObject({
      state: "included",
      isFinal: true,
      outcome: { ok: true },
    });
    expect(await stage.balance(to.address)).toBe(10n);
  });

  test("that expired before inclusion has no effect, and the operation succeeds with a new one", async () => {
    const { testEnv: env, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.env.newHolder()];
    const transfer = stage.transfer(from, to, 4n);
    const late = await stage.send(transfer);
    await env.node.mine(1, endOfAuthorization(late));
    expect(await stage.status(late)).toMatchObject({ state: "included", isFinal: false });
    await env.advance(5);
    expect(await stage.status(late)).toEqual({ state: "replaced" });
    await stage.perform(transfer);
    expect(await stage.balance(to.address)).toBe(4n);
  });
});

/** Call data that is public in a transaction, whether it is included or not. */
function shownCall({ prepared }: Submission): { readonly to: string; readonly data: `0x${string}` } {
  const { to, data } = parseTransaction(bytesToHex(prepared.bytes));
  assert(typeof to === "string" && data !== undefined);
  return { to, data };
}

function endOfAuthorization(submission: Submission): number {
  const { functionName, args } = decodeFunctionData({ abi: stablecoinAbi, data: shownCall(submission).data });
  assert(functionName === "transferWithAuthorization");
  return Number(args[4]);
}
