import { assert, expect } from "vitest";
import type { ChainPromise } from "./chain-promise.ts";

export const finalityPromises: readonly ChainPromise[] = [
  {
    name: "one that was never sent is absent",
    keep: async (stage) => {
      const holder = await stage.env.newHolder();
      expect(await stage.status(await stage.prepare(stage.mint(holder, 1n)))).toEqual({ state: "absent" });
    },
  },
  {
    name: "the same bytes sent repeatedly have one effect",
    keep: async (stage) => {
      const holder = await stage.env.newHolder();
      const submission = await stage.send(stage.mint(holder, 3n));
      await stage.send(submission);
      await stage.settle(submission);
      const late = await stage.chain.broadcast(submission.prepared.bytes);
      expect(["accepted", "unknown"]).toContain(late.response);
      await stage.env.advance(2);
      expect(await stage.status(submission)).toMatchObject({ state: "included", outcome: { ok: true } });
      expect(await stage.balance(holder.address)).toBe(3n);
    },
  },
  {
    name: "statuses are read in one call and returned in order",
    keep: async (stage) => {
      const holder = await stage.env.newHolder();
      const sent = await stage.send(stage.mint(holder, 1n));
      await stage.settle(sent);
      const unsent = await stage.prepare(stage.mint(holder, 1n));
      const questions = [unsent, sent, unsent].map(({ prepared, senderQueue }) => ({
        ...prepared,
        senderQueue,
      }));
      const statuses = await stage.chain.statuses(questions);
      expect(statuses.map(({ state }) => state)).toEqual(["absent", "included", "absent"]);
      expect(await stage.chain.statuses([])).toEqual([]);
    },
  },
  {
    name: "an expired one has no effect when it is sent later",
    needs: "expires",
    keep: async (stage) => {
      const holder = await stage.holderWith(1n);
      const submission = await stage.prepare(stage.mint(holder, 1n));
      const { expiresAtHeight } = submission.prepared;
      assert(expiresAtHeight !== undefined, "a chain with expiry returns the height");
      const { finalHeight } = await stage.chain.head();
      await stage.env.advance(Number(expiresAtHeight - finalHeight) + 1);
      expect(await stage.settle(submission)).toEqual({ state: "expired" });
      expect((await stage.chain.broadcast(submission.prepared.bytes)).response).not.toBe("accepted");
      await stage.env.advance(2);
      expect(await stage.balance(holder.address)).toBe(1n);
    },
  },
  {
    name: "one whose nonce was used by another is replaced",
    needs: "sequences",
    keep: async (stage) => {
      const holder = await stage.env.newHolder();
      const loser = await stage.prepare(stage.mint(holder, 1n));
      const winner = await stage.prepare(stage.mint(holder, 2n));
      expect(winner.senderQueue.sequence).toBe(loser.senderQueue.sequence);
      await stage.settle(await stage.send(winner));
      expect(await stage.settle(loser)).toEqual({ state: "replaced" });
      expect(await stage.balance(holder.address)).toBe(2n);
    },
  },
  {
    name: "a cancel transaction uses a nonce, so that later transactions continue",
    needs: "sequences",
    keep: async (stage) => {
      const holder = await stage.env.newHolder();
      const stuck = await stage.prepare(stage.mint(holder, 1n));
      const cancelTransaction = await stage.send(await stage.prepareCancelTransaction(stuck.senderQueue));
      const behind = await stage.send(stage.mint(holder, 2n));
      expect(await stage.settle(cancelTransaction)).toMatchObject({
        state: "included",
        outcome: { ok: true },
      });
      expect(await stage.settle(behind)).toMatchObject({ state: "included", outcome: { ok: true } });
      expect(await stage.settle(stuck)).toEqual({ state: "replaced" });
      expect(await stage.balance(holder.address)).toBe(2n);
    },
  },
  {
    name: "a reorged one is absent, and included again when it is sent again",
    needs: "reorganises",
    keep: async (stage) => {
      const { reorganise } = stage.env;
      assert(reorganise !== undefined, "a chain with reorgs can be reorged by the test");
      const holder = await stage.env.newHolder();
      const submission = await stage.send(stage.mint(holder, 4n));
      await stage.env.advance(1);
      expect(await stage.status(submission)).toMatchObject({ state: "included", isFinal: false });
      await reorganise();
      expect(await stage.status(submission)).toEqual({ state: "absent" });
      expect(await stage.balance(holder.address)).toBe(0n);
      await stage.send(submission);
      expect(await stage.settle(submission)).toMatchObject({ state: "included", isFinal: true });
      expect(await stage.balance(holder.address)).toBe(4n);
    },
  },
];
