import { expect, test } from "vitest";
import { ChainDisagreementError, ChainUnavailableError, type Scan } from "../chain.ts";
import { countVotes, decide, type Vote, type Witness } from "./count-votes.ts";
import type { UnconfirmedDeposit } from "./quorum-store.ts";

const deposit: UnconfirmedDeposit = {
  transactionId: "tx",
  index: 0,
  contract: "token",
  from: "sender",
  to: "ours",
  units: 5n,
  height: 12n,
  blockHash: "h12",
  scannedFrom: { height: 10n, hash: "h10" },
};
const { scannedFrom: _position, ...transfer } = deposit;

/** A node with these transfers whose final block is this one. */
const nodeWith = (
  transfers: readonly Scan["transfers"][number][],
  finalHeight: bigint,
  step = 100n,
): Witness => ({
  node: 0,
  host: "node.example",
  chain: {
    scan: async ({ after }) => {
      const start = after?.height ?? 0n;
      const height = start + step < finalHeight ? start + step : finalHeight;
      const inRange = transfers.filter((found) => found.height > start && found.height <= height);
      return { final: { height, hash: `h${height}` }, head: height, transfers: inRange };
    },
  },
});

const failing = (error: Error): Witness => ({
  node: 0,
  host: "node.example",
  chain: { scan: () => Promise.reject(error) },
});

async function decisionOf(...witnesses: readonly Witness[]): Promise<string | undefined> {
  return (await countVotes(witnesses, [deposit]))[0]?.decision;
}

test("a majority of all configured nodes decides", () => {
  const witnesses = ["a", "b", "c", "d"].map((host, node): Witness => ({ ...nodeWith([], 0n), host, node }));
  const decided = (...votes: readonly Vote[]) => {
    const { decision, disagreeing } = decide(witnesses.slice(0, votes.length), votes);
    return [decision, disagreeing.map(({ host }) => host).join("")];
  };
  expect(decided("confirms")).toEqual(["confirmed", ""]);
  expect(decided("confirms", "confirms")).toEqual(["confirmed", ""]);
  expect(decided("confirms", "abstains")).toEqual(["undecided", ""]);
  expect(decided("confirms", "denies")).toEqual(["undecided", "ab"]);
  expect(decided("confirms", "denies", "confirms")).toEqual(["confirmed", "b"]);
  expect(decided("confirms", "differs", "confirms")).toEqual(["confirmed", "b"]);
  expect(decided("denies", "confirms", "denies")).toEqual(["denied", "b"]);
  expect(decided("denies", "differs", "differs")).toEqual(["undecided", "bc"]);
  expect(decided("confirms", "confirms", "denies", "denies")).toEqual(["undecided", "abcd"]);
  expect(decided("confirms", "confirms", "abstains", "abstains")).toEqual(["undecided", ""]);
});

test.each([
  ["amount", { units: 6n }],
  ["recipient", { to: "theirs" }],
  ["sender", { from: undefined }],
  ["contract", { contract: "another" }],
  ["block", { blockHash: "other" }],
  ["index", { index: 1 }],
])("a node that reports another %s denies the deposit", async (_what, change) => {
  expect(await decisionOf(nodeWith([{ ...transfer, ...change }], 20n))).toBe("denied");
});

test("a node confirms only what is final at the node", async () => {
  expect(await decisionOf(nodeWith([transfer], 12n))).toBe("confirmed");
  expect(await decisionOf(nodeWith([transfer], 11n))).toBe("undecided");
  expect(await decisionOf(nodeWith([], 11n))).toBe("undecided");
  expect(await decisionOf(nodeWith([], 12n))).toBe("denied");
});

test("a node that scans few blocks at once is scanned until it reaches the deposit", async () => {
  expect(await decisionOf(nodeWith([transfer], 20n, 1n))).toBe("confirmed");
});

test("a node that does not respond abstains, and one with another history cannot delete a deposit", async () => {
  expect(await decisionOf(failing(new ChainUnavailableError("down")))).toBe("undecided");
  expect(await decisionOf(failing(new ChainDisagreementError("other")))).toBe("undecided");
  await expect(decisionOf(failing(new Error("a bug")))).rejects.toThrow("a bug");
});
