import { assert, expect } from "vitest";
import { checkMemo } from "../../src/chains/chain-memo.ts";
import type { ChainPromise } from "./chain-promise.ts";

export const tokenPromises: readonly ChainPromise[] = [
  {
    name: "a deployed token has no supply, and each deployment is a separate token",
    keep: async (stage) => {
      const token = await stage.deploy();
      expect(token.contract).not.toBe(stage.token.contract);
      expect(await stage.chain.supply(token.contract)).toBe(0n);
    },
  },
  {
    name: "the platform's keys hold the key roles of a token that it deploys",
    keep: async ({ chain, env, token }) => {
      const holders = await chain.roleHolders(token.contract);
      expect(holders.map(({ role }) => role)).toEqual(["deployer", "minter", "freezer"]);
      for (const { role, address, isPlatform } of holders) {
        expect(isPlatform).toBe(true);
        expect(address).toBe(chain.addressOf(await env.signer.publicKey({ role, index: 0 })));
      }
    },
  },
  {
    name: "a mint raises the supply and the holder's balance",
    keep: async (stage) => {
      const before = await stage.chain.supply(stage.token.contract);
      const holder = await stage.holderWith(1_000_000n);
      expect(await stage.balance(holder.address)).toBe(1_000_000n);
      expect(await stage.chain.supply(stage.token.contract)).toBe(before + 1_000_000n);
    },
  },
  {
    name: "the final supply is that of a final block, and includes only what is final there",
    keep: async (stage) => {
      const { chain, token } = stage;
      const before = await chain.finalSupply(token.contract);
      const sent = await stage.send(stage.mint(await stage.env.newHolder(), 300n));
      const mint = await stage.settle(sent);
      const after = await chain.finalSupply(token.contract);
      expect(after.units).toBe(before.units + 300n);
      expect(mint).toMatchObject({ state: "included", isFinal: true });
      assert(mint.state === "included");
      expect(after.block.height).toBeGreaterThanOrEqual(mint.height);
      expect(after.block.height).toBeLessThanOrEqual((await chain.head()).finalHeight);
      expect(after.block.hash).toMatch(/^\w{32,66}$/);
      if (after.block.height === mint.height) expect(after.block.hash).toBe(mint.blockHash);
    },
  },
  {
    name: "a second mint with the same reference is rejected, by the check and by the chain",
    needs: "oneTimeReferences",
    keep: async (stage) => {
      const holder = await stage.env.newHolder();
      const mint = stage.mint(holder, 7n);
      await stage.perform(mint);
      expect(await stage.check(mint)).toMatchObject({ ok: false, reason: "reference_used" });
      expect(await stage.force(mint)).toBe("reference_used");
      expect(await stage.balance(holder.address)).toBe(7n);
    },
  },
  {
    name: "a transfer moves tokens of a holder without native balance",
    keep: async (stage) => {
      const from = await stage.holderWith(900n);
      const to = await stage.env.newHolder();
      expect(await stage.chain.gasBalance(from.address)).toBe(0n);
      await stage.perform(stage.transfer(from, to, 250n));
      expect(await stage.chain.balances(stage.token.contract, [from.address, to.address])).toEqual([
        650n,
        250n,
      ]);
      expect(await stage.chain.gasBalance(from.address)).toBe(0n);
    },
  },
  {
    name: "mints, transfers and burns carry the mark of their reference, and no other",
    keep: async (stage) => {
      const { chain } = stage;
      const holder = await stage.holderWith(500n);
      const operations = [
        stage.mint(holder, 5n),
        stage.transfer(holder, await stage.env.newHolder(), 10n),
        stage.burn(holder, 20n),
      ];
      const ids: string[] = [];
      for (const operation of operations) ids.push((await stage.perform(operation)).prepared.transactionId);
      const source = { contracts: [stage.token.contract], holders: new Set([holder.address]) };
      const marks = await chain.marksIn(ids, source);
      expect(marks).toEqual(operations.map(({ reference }) => [chain.markOf(reference)]));
    },
  },
  {
    name: "a transfer reaches an external address",
    keep: async (stage) => {
      const from = await stage.holderWith(100n);
      const to = await stage.env.newOutsideAddress(stage.token.contract);
      await stage.perform(stage.transfer(from, to, 100n));
      expect(await stage.balance(to)).toBe(100n);
    },
  },
  {
    name: "a transfer carries the memo for its recipient, and the mark of its own reference beside it",
    needs: "memos",
    keep: async (stage) => {
      const from = await stage.holderWith(100n);
      const to = await stage.env.newOutsideAddress(stage.token.contract);
      const memo = { type: "text", value: "Kündin 4711 → ✓" } as const;
      const { prepared } = await stage.perform({ ...stage.transfer(from, to, 40n), memo });
      const operation = stage.transfer(from, to, 60n);
      const other = await stage.perform(operation);
      assert(stage.env.memoOf !== undefined);
      expect(await stage.env.memoOf(prepared.transactionId)).toBe(memo.value);
      expect(await stage.env.memoOf(other.prepared.transactionId)).toBe("");
      expect(await stage.balance(to)).toBe(100n);
    },
  },
  {
    name: "a memo that looks like the mark of another operation is none",
    needs: "memos",
    keep: async (stage) => {
      const { chain } = stage;
      const from = await stage.holderWith(100n);
      const to = await stage.env.newOutsideAddress(stage.token.contract);
      const value = chain.family === "stellar" ? chain.markOf("another") : "another";
      const memo = { type: chain.family === "stellar" ? ("hash" as const) : ("text" as const), value };
      const operation = { ...stage.transfer(from, to, 40n), memo };
      const { prepared } = await stage.perform(operation);
      const source = { contracts: [stage.token.contract], holders: new Set([from.address]) };
      expect(await chain.marksIn([prepared.transactionId], source)).toEqual([
        [chain.markOf(operation.reference)],
      ]);
    },
  },
  {
    name: "an external address that requires a memo receives with one only",
    needs: "memos",
    keep: async (stage) => {
      const { chain, env } = stage;
      const { contract } = stage.token;
      const from = await stage.holderWith(100n);
      const to = await env.newOutsideAddress(contract);
      await stage.perform(stage.transfer(from, to, 10n));
      assert(chain.requiresMemo !== undefined && env.requireMemo !== undefined);
      expect(await chain.requiresMemo(contract, to)).toBe(false);
      await env.requireMemo(to, contract);
      expect(await chain.requiresMemo(contract, to)).toBe(true);
      const bare = stage.transfer(from, to, 30n);
      expect(await stage.check(bare)).toMatchObject({ ok: false, reason: "memo_required" });
      await stage.perform({ ...bare, memo: { type: "text", value: "4711" } });
      expect(await stage.balance(to)).toBe(40n);
    },
  },
  {
    name: "a memo that the chain cannot carry is rejected before anything is signed",
    keep: async (stage) => {
      const { chain } = stage;
      const from = await stage.holderWith(10n);
      const to = await stage.env.newOutsideAddress(stage.token.contract);
      for (const memo of [
        { type: "text", value: "4711" },
        { type: "id", value: "4711" },
        { type: "hash", value: "ab".repeat(32) },
      ] as const) {
        const outcome = await stage.check({ ...stage.transfer(from, to, 1n), memo });
        expect(outcome.ok, memo.type).toBe(checkMemo(memo, chain.family).ok);
      }
      const muxed = await stage.check({ ...stage.transfer(from, to, 1n), muxedTo: to });
      expect(muxed.ok).toBe(chain.family === "stellar");
    },
  },
  {
    name: "a burn lowers the holder's balance and the supply",
    keep: async (stage) => {
      const holder = await stage.holderWith(500n);
      const before = await stage.chain.supply(stage.token.contract);
      await stage.perform(stage.burn(holder, 200n));
      expect(await stage.balance(holder.address)).toBe(300n);
      expect(await stage.chain.supply(stage.token.contract)).toBe(before - 200n);
    },
  },
  {
    name: "a frozen holder can neither send nor receive until it is unfrozen",
    keep: async (stage) => {
      const frozen = await stage.holderWith(50n);
      const other = await stage.holderWith(50n);
      await stage.perform(stage.freeze("freeze", frozen));
      const [out, back] = [stage.transfer(frozen, other, 10n), stage.transfer(other, frozen, 10n)];
      expect(await stage.check(out)).toMatchObject({ ok: false, reason: "frozen" });
      expect(await stage.check(back)).toMatchObject({ ok: false, reason: "frozen" });
      expect(await stage.force(out)).toBe("frozen");
      expect(await stage.balance(frozen.address)).toBe(50n);
      await stage.perform(stage.freeze("unfreeze", frozen));
      await stage.perform(stage.transfer(frozen, other, 10n));
      expect(await stage.balance(frozen.address)).toBe(40n);
    },
  },
  {
    name: "a transfer or burn that exceeds the balance changes nothing",
    keep: async (stage) => {
      const from = await stage.holderWith(50n);
      const to = await stage.holderWith(1n);
      const tooMuch = stage.transfer(from, to, 51n);
      expect(await stage.check(tooMuch)).toMatchObject({ ok: false, reason: "insufficient_tokens" });
      expect(await stage.check(stage.burn(from, 51n))).toMatchObject({
        ok: false,
        reason: "insufficient_tokens",
      });
      expect(await stage.force(tooMuch)).toBe("insufficient_tokens");
      expect(await stage.balance(from.address)).toBe(50n);
    },
  },
  {
    name: "operations are checked in one call, independently and in order",
    keep: async (stage) => {
      const rich = await stage.holderWith(10n);
      const poor = await stage.env.newHolder();
      const outcomes = await stage.chain.check([
        stage.transfer(poor, rich, 1n),
        stage.mint(rich, 1n),
        stage.burn(rich, 11n),
        stage.burn(rich, 10n),
      ]);
      expect(outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.reason))).toEqual([
        "insufficient_tokens",
        "ok",
        "insufficient_tokens",
        "ok",
      ]);
    },
  },
  {
    name: "balances are returned in the order of the holders, zero for one that holds nothing",
    keep: async (stage) => {
      const [some, none] = [await stage.holderWith(5n), await stage.env.newHolder()];
      const holders = [none.address, some.address, none.address];
      expect(await stage.chain.balances(stage.token.contract, holders)).toEqual([0n, 5n, 0n]);
      expect(await stage.chain.balances(stage.token.contract, [])).toEqual([]);
    },
  },
  {
    name: "a valid address of the chain is parsed, and other text is rejected with a reason",
    keep: async (stage) => {
      const { address } = await stage.env.newHolder();
      expect(stage.chain.parseAddress(address)).toEqual({ ok: true, address });
      for (const text of ["", " ", "0x", address.slice(1), `${address}0`, ` ${address}`, "a name"]) {
        const outcome = stage.chain.parseAddress(text);
        expect(outcome).toMatchObject({ ok: false });
        expect(outcome.ok ? "" : outcome.detail).not.toBe("");
      }
    },
  },
];
