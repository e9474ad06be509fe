import type pg from "pg";
import { isBroken, translateDatabaseError } from "./errors.ts";

interface Series {
  readonly client: Promise<pg.PoolClient>;
  transactions: number;
  /** Resolves when the end of the last transaction is sent. */
  turn: Promise<void>;
  isBroken: boolean;
}

/** A series has a connection for as long as it has transactions. */
export function createSeries(borrow: () => Promise<pg.PoolClient>): {
  /** Calls `use` when the end of the previous transaction is sent; `leave` means that its own is. */
  enter<T>(name: string, use: (client: pg.PoolClient, leave: () => void) => Promise<T>): Promise<T>;
} {
  const allSeries = new Map<string, Series>();
  const close = (name: string, series: Series): void => {
    if (allSeries.get(name) === series) allSeries.delete(name);
  };
  return {
    enter: async (name, use) => {
      const series = allSeries.get(name) ?? {
        client: borrow(),
        transactions: 0,
        turn: Promise.resolve(),
        isBroken: false,
      };
      allSeries.set(name, series);
      series.transactions += 1;
      const { turn } = series;
      let leave = (): void => {};
      series.turn = new Promise((resolve) => {
        leave = resolve;
      });
      try {
        await turn;
        return await use(await series.client, leave);
      } catch (error) {
        if (isBroken(error)) {
          series.isBroken = true;
          close(name, series);
        }
        throw translateDatabaseError(error);
      } finally {
        leave();
        series.transactions -= 1;
        if (series.transactions === 0) {
          close(name, series);
          void series.client.then(
            (client) => client.release(series.isBroken),
            () => {},
          );
        }
      }
    },
  };
}
