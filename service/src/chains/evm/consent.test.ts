import { bytesToHex, decodeFunctionData, parseTransaction } from "viem/utils";
import { afterAll, assert, beforeAll, describe, expect, test } from "vitest";
import { type EvmWorld, openEvmWorld } from "../../../test/chain-suite/evm-world.ts";
import { type Attempt, openStage, type Stage } from "../../../test/chain-suite/stage.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

describe("a holder's consent that the world has seen", () => {
  let world: EvmWorld | undefined;
  let opened: Stage | undefined;

  beforeAll(async () => {
    world = await openEvmWorld();
    opened = await openStage(world);
  });
  afterAll(async () => {
    await world?.close();
  });

  const stageWith = (): { readonly world: EvmWorld; readonly stage: Stage } => {
    assert(world !== undefined && opened !== undefined);
    return { world, stage: opened };
  };

  test("keeps a failed transfer open until it has run out", async () => {
    const { world, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.world.newHolder()];
    await stage.perform(stage.freeze("freeze", from));
    const attempt = await stage.send(stage.transfer(from, to, 10n));
    await world.node.mine(10);
    const failed = { state: "included", outcome: { ok: false, reason: "frozen" } };
    expect(await stage.status(attempt)).toMatchObject({ ...failed, isFinal: false });
    await world.advance(1);
    expect(await stage.status(attempt)).toMatchObject({ ...failed, isFinal: true });
  });

  test("does the deed once when somebody else brings it to the chain, and ours is told that it is done", async () => {
    const { world, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.world.newHolder()];
    const transfer = stage.transfer(from, to, 4n);
    const attempt = await stage.prepare(transfer);
    await world.sendAsOutsider(shownCall(attempt));
    expect(await stage.balance(to.address)).toBe(4n);
    expect(await stage.check(transfer)).toMatchObject({ ok: false, reason: "reference_used" });
    const late = await stage.send(attempt);
    expect(await stage.settle(late)).toMatchObject({ state: "included", outcome: { ok: true } });
    expect(await stage.balance(to.address)).toBe(4n);
  });

  test("is looked for again before a failure is final", async () => {
    const { world, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.world.newHolder()];
    await stage.perform(stage.freeze("freeze", from));
    const attempt = await stage.send(stage.transfer(from, to, 10n));
    await world.node.mine(3);
    await stage.perform(stage.freeze("unfreeze", from));
    await world.sendAsOutsider(shownCall(attempt));
    await world.advance(5);
    expect(await stage.status(attempt)).toMatchObject({
      state: "included",
      isFinal: true,
      outcome: { ok: true },
    });
    expect(await stage.balance(to.address)).toBe(10n);
  });

  test("that ran out before it was included has no effect, and the deed is done with a new one", async () => {
    const { world, stage } = stageWith();
    const [from, to] = [await stage.holderWith(10n), await stage.world.newHolder()];
    const transfer = stage.transfer(from, to, 4n);
    const late = await stage.send(transfer);
    await world.node.mine(1, endOfConsent(late));
    expect(await stage.status(late)).toMatchObject({ state: "included", isFinal: false });
    await world.advance(5);
    expect(await stage.status(late)).toEqual({ state: "replaced" });
    await stage.perform(transfer);
    expect(await stage.balance(to.address)).toBe(4n);
  });
});

/** What anybody can read in a transaction, whether it was included or not. */
function shownCall({ prepared }: Attempt): { readonly to: string; readonly data: `0x${string}` } {
  const { to, data } = parseTransaction(bytesToHex(prepared.bytes));
  assert(typeof to === "string" && data !== undefined);
  return { to, data };
}

function endOfConsent(attempt: Attempt): number {
  const { functionName, args } = decodeFunctionData({ abi: stablecoinAbi, data: shownCall(attempt).data });
  assert(functionName === "transferWithAuthorization");
  return Number(args[4]);
}
