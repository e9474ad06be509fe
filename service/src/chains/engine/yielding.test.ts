import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { mintOf, openChainWork } from "../../../test/chain-work.ts";
import { createChainDouble } from "../../../test/fake-chain.ts";
import { checkpoints } from "./engine-deps.ts";

const key = { network: "testnet", chain: "base" } as const;

for (const sequenced of [true, false]) {
  const kind = sequenced ? "a chain with nonces" : "a chain whose transactions expire";
  test.each(checkpoints)(
    `${kind}: an engine that loses its lease at %s repeats no operation`,
    async (point) => {
      const fake = createChainDouble({ key, sequenced, finality: 2 });
      await using env = await openChainWork(fake.chain);
      const ids = [env.newId(), env.newId(), env.newId()];
      await env.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
      const successor = env.engine();
      let yields = 0;
      const late = env.engine({
        checkpoint: async (reached) => {
          if (reached !== point || yields >= 2) return;
          yields += 1;
          for (let turn = 0; turn < 3; turn += 1) {
            await successor.turn();
            fake.mine();
            env.clock.advance(1_000);
          }
        },
      });
      for (let turn = 0; turn < 60 && (await env.open()).length > 0; turn += 1) {
        await (turn < 30 ? late : successor).turn();
        fake.mine();
        env.clock.advance(1_000);
        await nextTurn();
      }
      expect(yields).toBeGreaterThan(0);
      expect(ids.map((id) => fake.effects(id))).toEqual([1, 1, 1]);
      expect(env.reported.map(({ id }) => id).sort()).toEqual([...ids].sort());
    },
  );
}
