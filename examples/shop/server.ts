import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { type Client, clientFromEnvironment, setting } from "../client.ts";
import { amountOf, type Order, type OrderBook, openOrders, unitsOf } from "./orders.ts";
import { orderPage, products, shopPage } from "./pages.ts";

const token = { value_type: "USDC", transfer_type: "base" } as const;

async function main(): Promise<void> {
  const client = clientFromEnvironment();
  const orders = await openOrders(setting("ORDERS_FILE"));
  const app = createShop(client, orders);
  const stop = new AbortController();
  process.once("SIGTERM", () => stop.abort());
  await app.listen({ host: "127.0.0.1", port: Number(setting("PORT")) });
  process.stdout.write("The shop is open\n");
  try {
    await takeDeposits(client, orders, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await app.close();
  }
}

/** Follows the deposits of the account. After a restart it goes on where it was, so none is missed or counted twice. */
async function takeDeposits(
  { florin, account_id }: Client,
  orders: OrderBook,
  signal: AbortSignal,
): Promise<void> {
  if (orders.cursor === undefined) {
    const { events, pagination } = await florin.events.list({
      account_id,
      order: "oldest",
      page: { size: 1 },
    });
    const [first] = events;
    if (first !== undefined && pagination.next !== null)
      await orders.advance(pagination.next, paidOrder(first, orders));
  }
  const after = orders.cursor;
  const input = { account_id, ...(after === undefined ? {} : { page: { after } }) };
  for await (const event of florin.events.stream(input, { signal })) {
    await orders.advance(event.cursor, paidOrder(event, orders));
  }
}

function paidOrder({ type, data }: { readonly type: string; readonly data: object }, orders: OrderBook) {
  if (type !== "deposit.completed") return undefined;
  const deposit = data as {
    readonly address_id: string;
    readonly value_type: string;
    readonly amount: string;
  };
  const order = orders.find(({ addressId }) => addressId === deposit.address_id);
  if (order === undefined || deposit.value_type !== token.value_type) return undefined;
  return { ...order, paid: order.paid + unitsOf(deposit.amount) };
}

function createShop(client: Client, orders: OrderBook): FastifyInstance {
  const app = Fastify();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook("onSend", async (_request, reply) => {
    reply.header("content-security-policy", "default-src 'none'; form-action 'self'; frame-ancestors 'none'");
  });
  app.get("/", (_request, reply) => reply.type("text/html").send(shopPage()));
  app.post<{ Body: { readonly product?: string } }>("/orders", async ({ body }, reply) => {
    const { product = "" } = body;
    const price = Object.hasOwn(products, product) ? products[product] : undefined;
    if (price === undefined) return reply.code(404).send({ detail: "There is no such product." });
    const order = { id: randomUUID(), product, price: unitsOf(price), paid: 0n };
    await orders.save({ ...order, addressId: undefined, address: undefined });
    return reply.redirect(`/orders/${order.id}`, 303);
  });
  app.get<{ Params: { readonly id: string } }>("/orders/:id", async ({ params, headers }, reply) => {
    const order = await payableOrder(client, orders, params.id);
    if (order === undefined) return reply.code(404).send({ detail: "There is no such order." });
    if (headers.accept !== "application/json") return reply.type("text/html").send(orderPage(order));
    const { price, paid, address } = order;
    return reply.send({ price: amountOf(price), paid: amountOf(paid), address, is_paid: paid >= price });
  });
  app.post<{ Params: { readonly id: string } }>("/orders/:id/simulate", async ({ params }, reply) => {
    const { florin, account_id } = client;
    const order = await payableOrder(client, orders, params.id);
    if (order?.addressId === undefined) return reply.code(404).send({ detail: "There is no such order." });
    const deposit = { account_id, ...token, address_id: order.addressId, amount: amountOf(order.price) };
    await florin.simulations.deposit(deposit, { idempotencyKey: `shop-${order.id}-deposit` });
    return reply.redirect(`/orders/${order.id}`, 303);
  });
  return app;
}

/** With its own address. The key makes it the same one, also if the shop stopped before it was saved. */
async function payableOrder(
  { florin, account_id }: Client,
  orders: OrderBook,
  orderId: string,
): Promise<Order | undefined> {
  const order = orders.find(({ id }) => id === orderId);
  if (order === undefined || order.addressId !== undefined) return order;
  const { id: addressId } = await florin.addresses.createInternal(
    { account_id, name: `Order ${orderId}`, transfer_types: ["base"] },
    { idempotencyKey: `shop-${orderId}-address` },
  );
  const { address } = await florin.addresses.get({ account_id, address_id: addressId });
  // A request at the same time may have saved it, and a deposit may have been counted since.
  const current = orders.find(({ id }) => id === orderId) ?? order;
  if (current.addressId !== undefined) return current;
  const payable = { ...current, addressId, address };
  await orders.save(payable);
  return payable;
}

await main();
