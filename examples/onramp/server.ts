import { readFile } from "node:fs/promises";
import { isApiError } from "@florin/sdk";
import Fastify, { type FastifyInstance } from "fastify";
import { type Client, clientFromEnvironment, setting } from "../client.ts";
import { type Session, sessionOf } from "./sessions.ts";

async function main(): Promise<void> {
  const app = createOnramp(clientFromEnvironment());
  await addPage(app, setting("BRAND"));
  process.once("SIGTERM", () => void app.close());
  await app.listen({ host: "127.0.0.1", port: Number(setting("PORT")) });
  process.stdout.write("The on-ramp is open\n");
}

interface Purchase {
  readonly purchase_id: string;
  readonly amount: string;
}

const purchaseSchema = {
  type: "object",
  required: ["purchase_id", "amount"],
  properties: { purchase_id: { type: "string", format: "uuid" }, amount: { type: "string", maxLength: 20 } },
};

/** The page never sees credentials of the application, or an account number. */
function createOnramp(client: Client): FastifyInstance {
  const { florin, account_id } = client;
  const app = Fastify();
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) => {
    if (isApiError(error) && error.status < 500)
      return reply.code(error.status).send({ detail: error.detail });
    if (error.statusCode !== undefined) return reply.code(error.statusCode).send({ detail: error.message });
    return reply.code(502).send({ detail: "The payment service is not available. Try again." });
  });
  addBankLinks(app, client);
  app.post<{ Body: Purchase }>(
    "/api/purchases",
    { schema: { body: purchaseSchema } },
    async (request, reply) => {
      const session = sessionOf(request, reply);
      if (session.bankId === undefined) return reply.code(409).send({ detail: "Link a bank account first." });
      return buy(client, { ...request.body, session, bankId: session.bankId });
    },
  );
  app.get<{ Params: { readonly id: string } }>("/api/purchases/:id", async (request, reply) => {
    const transfer_id = request.params.id;
    // Only what this customer bought.
    if (!sessionOf(request, reply).transferIds.has(transfer_id)) {
      return reply.code(404).send({ detail: "There is no such purchase." });
    }
    const { id, status, amount } = await florin.transfers.get({ account_id, transfer_id });
    return { id, status, amount };
  });
  return app;
}

/** The customer picks the account on the page of a bank, and brings back a token for it. */
function addBankLinks(app: FastifyInstance, { florin, account_id }: Client): void {
  app.post<{ Body: { readonly legal_name: string } }>(
    "/api/link",
    {
      schema: {
        body: { type: "object", required: ["legal_name"], properties: { legal_name: { type: "string" } } },
      },
    },
    async ({ body }) => {
      const { link_url } = await florin.bankLinks.createLinkToken({
        account_id,
        legal_name: body.legal_name,
      });
      return { link_url };
    },
  );
  app.post<{ Body: { readonly public_token: string } }>(
    "/api/bank",
    {
      schema: {
        body: {
          type: "object",
          required: ["public_token"],
          properties: { public_token: { type: "string" } },
        },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request, reply);
      const { public_token } = request.body;
      const registered = await florin.bankLinks.registerLinkedAccount({
        account_id,
        public_token,
        transfer_types: ["ach_debit"],
      });
      session.bankId = registered.address_id;
      const { name } = await florin.addresses.get({ account_id, address_id: session.bankId });
      return { name };
    },
  );
}

/** The page makes the id of a purchase, so that a second click, or a lost response, buys nothing twice. */
async function buy(
  { florin, account_id }: Client,
  { session, bankId, purchase_id, amount }: Purchase & { readonly session: Session; readonly bankId: string },
): Promise<object> {
  const wallet = await florin.addresses.createInternal(
    { account_id, name: "Customer wallet", transfer_types: ["base"] },
    { idempotencyKey: `onramp-${session.id}-wallet` },
  );
  const transfer = await florin.transfers.create(
    {
      account_id,
      amount: { value: amount, currency: "USD" },
      source: { address_id: bankId, value_type: "USD", transfer_type: "ach_debit" },
      destination: { address_id: wallet.id, value_type: "FUSD", transfer_type: "base" },
      // The name on the customer's bank statement.
      brand: { account_id },
    },
    { idempotencyKey: `onramp-${session.id}-${purchase_id}` },
  );
  session.transferIds.add(transfer.id);
  return { id: transfer.id, status: transfer.status, amount: transfer.amount };
}

const pages = { "/": ["page.html", "text/html"], "/page.js": ["page.js", "text/javascript"] } as const;

async function addPage(app: FastifyInstance, brand: string): Promise<void> {
  const name = brand.replace(/[^\w .-]/g, "");
  for (const [path, [file, type]] of Object.entries(pages)) {
    const text = await readFile(new URL(file, import.meta.url), "utf8");
    app.get(path, (request, reply) => {
      sessionOf(request, reply);
      return reply
        .type(type)
        .header("content-security-policy", "default-src 'self'; frame-ancestors 'none'")
        .send(text.replaceAll("{{brand}}", name));
    });
  }
}

await main();
