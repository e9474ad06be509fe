import { assert, expect } from "vitest";
import type { Position, TokenTransfer } from "../../src/chains/chain.ts";
import { eventually } from "../eventually.ts";
import type { Holder } from "./chain-environment.ts";
import type { ChainPromise } from "./chain-promise.ts";
import type { Stage, Submission } from "./stage.ts";

export const depositPromises: readonly ChainPromise[] = [
  {
    name: "a first scan starts at the final height and finds nothing",
    keep: async (stage) => {
      const holder = await stage.holderWith(1n);
      const { contract } = stage.token;
      const scan = await stage.chain.scan({
        after: undefined,
        contracts: [contract],
        holders: [holder.address],
      });
      const { finalHeight } = await stage.chain.head();
      expect(scan.transfers).toEqual([]);
      expect(scan.final.height).toBeLessThanOrEqual(finalHeight);
    },
  },
  {
    name: "every transfer to a holder is found exactly once, over many scans from a stored position",
    keep: async (stage) => {
      const holder = await stage.env.newHolder();
      const [sender, start] = [await stage.holderWith(100n), await startPosition(stage)];
      await stage.perform(stage.mint(holder, 10n));
      const first = await follow(stage, start, holder);
      await stage.perform(stage.transfer(sender, holder, 20n));
      const second = await follow(stage, first.position, holder);
      const idle = await follow(stage, second.position, holder);
      expect(first.received).toEqual([10n]);
      expect(second.received).toEqual([20n]);
      expect(idle.received).toEqual([]);
    },
  },
  {
    name: "transfers in one block are all found, each with its own id",
    keep: async (stage) => {
      const holder = await stage.holderWith(1n);
      const sender = await stage.holderWith(100n);
      const start = await startPosition(stage);
      const submissions: Submission[] = [];
      for (const units of [1n, 2n, 2n, 3n]) {
        submissions.push(await stage.send(stage.transfer(sender, holder, units)));
      }
      for (const submission of submissions) await stage.settle(submission);
      const { received, transfers } = await follow(stage, start, holder);
      expect(received).toEqual([1n, 2n, 2n, 3n]);
      expect(new Set(transfers.map(({ transactionId }) => transactionId))).toEqual(
        new Set(submissions.map(({ prepared }) => prepared.transactionId)),
      );
    },
  },
  {
    name: "a transfer from an external address is found with its sender",
    keep: async (stage) => {
      const { contract } = stage.token;
      const externalIssuer = await stage.env.newOutsideAddress(contract);
      const holder = await stage.holderWith(30n);
      await stage.perform(stage.transfer(holder, externalIssuer, 30n));
      const start = await startPosition(stage);
      await stage.env.outsideTransfer({ contract, from: externalIssuer, to: holder.address, units: 12n });
      await eventually(async () => expect(await stage.balance(holder.address)).toBe(12n));
      const { transfers } = await follow(stage, start, holder);
      expect(transfers).toMatchObject([{ contract, from: externalIssuer, to: holder.address, units: 12n }]);
    },
  },
  {
    name: "mints have no sender and burns no receiver",
    keep: async (stage) => {
      const start = await startPosition(stage);
      const holder = await stage.holderWith(9n);
      await stage.perform(stage.burn(holder, 4n));
      const { transfers } = await follow(stage, start, holder);
      expect(transfers).toMatchObject([
        { from: undefined, to: holder.address, units: 9n },
        { from: holder.address, to: undefined, units: 4n },
      ]);
    },
  },
  {
    name: "a reorged transfer is not found again",
    needs: "reorganises",
    keep: async (stage) => {
      const { reorganise } = stage.env;
      assert(reorganise !== undefined, "a chain with reorgs can be reorged by the test");
      const [holder, after] = [await stage.env.newHolder(), await startPosition(stage)];
      const request = { after, contracts: [stage.token.contract], holders: [holder.address] };
      const submission = await stage.send(stage.mint(holder, 4n));
      await stage.env.advance(1);
      const seen = await stage.chain.scan(request);
      expect(seen.transfers).toMatchObject([{ to: holder.address, units: 4n }]);
      expect(seen.transfers[0]?.height).toBeGreaterThan(seen.final.height);
      await reorganise();
      expect((await stage.chain.scan(request)).transfers).toEqual([]);
      await stage.send(submission);
      await stage.settle(submission);
      expect((await follow(stage, after, holder)).received).toEqual([4n]);
    },
  },
  {
    name: "another token's transfers are not found",
    keep: async (stage) => {
      const other = await stage.deploy();
      const start = await startPosition(stage);
      const holder = await stage.holderWith(9n);
      const scan = await stage.chain.scan({
        after: start,
        contracts: [other.contract],
        holders: [holder.address],
      });
      expect(scan.transfers).toEqual([]);
    },
  },
];

/** A scan position after which all later transfers are found. */
async function startPosition(stage: Stage): Promise<Position> {
  const { height } = await stage.chain.head();
  return eventually(async () => {
    const request = { after: undefined, contracts: [stage.token.contract], holders: [] };
    const { final } = await stage.chain.scan(request);
    if (final.height >= height) return final;
    await stage.env.advance(1);
    throw new Error("not final yet");
  });
}

interface Followed {
  readonly position: Position;
  /** Transfers from or to the holder, in final blocks. */
  readonly transfers: readonly TokenTransfer[];
  /** Received units, smallest first. */
  readonly received: readonly bigint[];
}

/** Scans on from a position until everything so far is final. */
async function follow(stage: Stage, start: Position, holder: Holder): Promise<Followed> {
  const { height } = await stage.chain.head();
  const transfers: TokenTransfer[] = [];
  let position = start;
  await eventually(async () => {
    const request = { after: position, contracts: [stage.token.contract], holders: [holder.address] };
    const scan = await stage.chain.scan(request);
    transfers.push(...scan.transfers.filter((found) => found.height <= scan.final.height));
    position = scan.final;
    if (position.height >= height) return;
    await stage.env.advance(1);
    throw new Error("not final yet");
  });
  const own = transfers.filter(({ from, to }) => [from, to].includes(holder.address));
  const marks = own.map(({ transactionId, index }) => `${transactionId} ${index}`);
  assert.lengthOf(new Set(marks), marks.length, "each transfer is found once");
  return { position, transfers: own, received: unitsTo(holder, own) };
}

function unitsTo(holder: Holder, transfers: readonly TokenTransfer[]): readonly bigint[] {
  return transfers
    .filter(({ to }) => to === holder.address)
    .map(({ units }) => units)
    .sort((a, b) => (a < b ? -1 : Number(a > b)));
}
