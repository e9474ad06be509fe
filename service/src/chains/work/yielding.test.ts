import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createChainDouble } from "../../../test/chain-double.ts";
import { mintOf, openChainWork } from "../../../test/chain-work.ts";
import { checkpoints } from "./engine-deps.ts";

const key = { network: "testnet", chain: "base" } as const;

for (const sequenced of [true, false]) {
  const kind = sequenced ? "a chain with sequences" : "a chain whose transactions expire";
  test.each(checkpoints)(
    `${kind}: an engine that loses its lease at %s does nothing twice`,
    async (point) => {
      const double = createChainDouble({ key, sequenced, finality: 2 });
      await using world = await openChainWork(double.chain);
      const ids = [world.newId(), world.newId(), world.newId()];
      await world.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
      const successor = world.engine();
      let yields = 0;
      const late = world.engine({
        checkpoint: async (reached) => {
          if (reached !== point || yields >= 2) return;
          yields += 1;
          for (let turn = 0; turn < 3; turn += 1) {
            await successor.turn();
            double.mine();
            world.clock.advance(1_000);
          }
        },
      });
      for (let turn = 0; turn < 60 && (await world.open()).length > 0; turn += 1) {
        await (turn < 30 ? late : successor).turn();
        double.mine();
        world.clock.advance(1_000);
        await nextTurn();
      }
      expect(yields).toBeGreaterThan(0);
      expect(ids.map((id) => double.effects(id))).toEqual([1, 1, 1]);
      expect(world.told.map(({ id }) => id).sort()).toEqual([...ids].sort());
    },
  );
}
