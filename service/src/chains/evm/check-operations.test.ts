import { numberToHex } from "viem/utils";
import { expect, test } from "vitest";
import { ChainUnavailableError, type TransferOperation } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { checkOperations } from "./check-operations.ts";

const odd = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const usual = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const from = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const to = "0xde709f2102306220921060314715629080e2fb77";
const word = (value: bigint): string => numberToHex(value, { size: 32 });

function transferOf(contract: string): TransferOperation {
  const fromKey = { role: "custody", index: 0 } as const;
  return { kind: "transfer", reference: `transfer-${contract}`, contract, from, fromKey, to, units: 5n };
}

/** The usual token behaves normally; the odd token returns what the test sets. */
function nodeWith(resultOfOdd: (selector: string) => unknown): NodePool {
  return {
    call: () => Promise.reject(new Error("single calls are not used")),
    callMany: async (questions) =>
      questions.map(({ params }) => {
        const [{ to: contract, data }] = params as [{ to: string; data: string }];
        if (contract === odd) return resultOfOdd(data.slice(0, 10));
        return word(data.startsWith(balanceOf) ? 5n : 0n);
      }),
    distrust: () => {},
  };
}

const balanceOf = "0x70a08231";
const authorizationState = "0xe94a0102";
const reverted = new NodeError(3, "execution reverted", "0x");

test.each<readonly [string, NodeError]>([
  ["reverts every call", reverted],
  [
    "executes an invalid opcode",
    new NodeError(-32_000, "invalid opcode: opcode 0xfe not defined", undefined),
  ],
  ["uses up all gas", new NodeError(-32_000, "out of gas", undefined)],
  ["fails with Nethermind's error message", new NodeError(-32_015, "VM execution error.", undefined)],
])("a token that %s fails only its own operations", async (_name, error) => {
  const outcomes = await checkOperations(
    nodeWith(() => error),
    [transferOf(odd), transferOf(usual)],
  );
  expect(outcomes).toMatchObject([{ ok: false, reason: "rejected" }, { ok: true }]);
});

test("a token needs authorizations and balances, but no pause or freeze functions", async () => {
  const without = (missing: readonly string[]) => (selector: string) =>
    missing.includes(selector) || ![balanceOf, authorizationState].includes(selector)
      ? reverted
      : word(selector === balanceOf ? 5n : 0n);
  const outcomeWithout = async (...missing: readonly string[]) =>
    (await checkOperations(nodeWith(without(missing)), [transferOf(odd)]))[0];
  expect(await outcomeWithout()).toEqual({ ok: true });
  expect(await outcomeWithout(balanceOf)).toMatchObject({ ok: false, reason: "rejected" });
  expect(await outcomeWithout(authorizationState)).toMatchObject({ ok: false, reason: "rejected" });
});

test("a node error is not a check result", async () => {
  const busy = new NodeError(-32_005, "too many requests", undefined);
  const checking = checkOperations(
    nodeWith(() => busy),
    [transferOf(odd)],
  );
  await expect(checking).rejects.toThrow(ChainUnavailableError);
});
