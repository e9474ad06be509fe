import { readFile, rename, writeFile } from "node:fs/promises";

export interface Order {
  readonly id: string;
  readonly product: string;
  /** Millionths of a token, as text in the file. */
  readonly price: bigint;
  readonly paid: bigint;
  /** Where the customer pays; each order has its own. */
  readonly addressId: string | undefined;
  readonly address: string | undefined;
}

/** The file of the shop: a real one would use a database. */
export interface OrderBook {
  find(test: (order: Order) => boolean): Order | undefined;
  save(order: Order): Promise<void>;
  readonly cursor: string | undefined;
  /** The order and the position of the events in one write, so that each deposit counts once. */
  advance(cursor: string, order: Order | undefined): Promise<void>;
}

interface State {
  readonly cursor?: string | undefined;
  readonly orders: Readonly<Record<string, Order>>;
}

export async function openOrders(path: string): Promise<OrderBook> {
  let state: State = JSON.parse(await readFile(path, "utf8").catch(() => '{"orders":{}}'), revive);
  let written = Promise.resolve();
  const write = (next: State): Promise<void> => {
    state = next;
    const text = JSON.stringify(next, replace);
    written = written.then(async () => {
      await writeFile(`${path}.new`, text);
      await rename(`${path}.new`, path);
    });
    return written;
  };
  const ordersWith = (order: Order | undefined) =>
    order === undefined ? state.orders : { ...state.orders, [order.id]: order };
  return {
    find: (test) => Object.values(state.orders).find(test),
    save: (order) => write({ ...state, orders: ordersWith(order) }),
    get cursor() {
      return state.cursor;
    },
    advance: (cursor, order) => write({ cursor, orders: ordersWith(order) }),
  };
}

const amounts = new Set(["price", "paid"]);

function replace(name: string, value: unknown): unknown {
  return amounts.has(name) ? String(value) : value;
}

function revive(name: string, value: unknown): unknown {
  return amounts.has(name) ? BigInt(String(value)) : value;
}

const decimals = 6;
const unitsPerToken = 10n ** BigInt(decimals);

/** `"2.50"` is 2500000n. */
export function unitsOf(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole) * unitsPerToken + BigInt(fraction.padEnd(decimals, "0"));
}

export function amountOf(units: bigint): string {
  const fraction = String(units % unitsPerToken).padStart(decimals, "0");
  return `${units / unitsPerToken}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, "")}`;
}
