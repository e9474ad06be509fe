import { randomBytes } from "node:crypto";
import { createKnownMicroDeposits, createMicroDeposits } from "../src/addresses/adapters/micro-deposits.ts";
import { createSandboxBankLinks } from "../src/addresses/adapters/sandbox-bank-links.ts";
import {
  type BankLinkProviders,
  bankLinkRoutes,
  type LinkCallbacks,
  type SendMicroDeposits,
} from "../src/addresses/index.ts";
import { loadOrCreateServiceKey } from "../src/auth/index.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { readDestination, subscribeCustomer } from "../src/webhooks/index.ts";
import { type AddressApi, sender } from "./addresses.ts";
import { startTestApi, type TestApiOptions, type TestClient } from "./api.ts";
import { createTestDatabase } from "./database.ts";
import { refusePrivateHost } from "./subscriptions.ts";

export interface BankLinkApi extends AddressApi {
  /** Micro deposits as they were sent, in order. */
  readonly sent: readonly SentDeposits[];
  /** Creates a public token without a browser. */
  publicToken(client: TestClient, body?: object): Promise<string>;
  /** Number of the account that is picked next at the test bank. */
  nextAccountNumber(number: string): void;
  register(client: TestClient, body: object): ReturnType<AddressApi["send"]>;
}

export type SentDeposits = Parameters<SendMicroDeposits>[1];

export interface BankLinkApiOptions extends TestApiOptions {
  readonly maxPerDay?: number;
  readonly maxPerTenant?: number;
}

/** The service with bank links: on testnet with a page and known deposits, on mainnet with secret deposits only. */
export async function startBankLinkApi(options: BankLinkApiOptions = {}): Promise<BankLinkApi> {
  const { maxPerDay = 100, maxPerTenant = 1_000, clock = systemClock, ...apiOptions } = options;
  const masterKey = options.masterKey ?? randomBytes(32);
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const { database } = testDatabase;
  const keyRing = createKeyRing(masterKey);
  const sent: SentDeposits[] = [];
  const bankIndexKey = await loadOrCreateServiceKey(database, keyRing, "bank-account-index");
  const nextNumbers: string[] = [];
  const newId = createIdFactory(clock);
  const wakeUp = { nudge: () => undefined };
  const subscribe: LinkCallbacks["subscribe"] = async (tx, customer) => {
    const created = await subscribeCustomer({ clock, newId, keyRing, wakeUp }, tx, customer);
    return created && { subscriptionId: created.subscription.id, sharedSecret: created.sharedSecret };
  };
  const bankLinks = createProviders(sent, nextNumbers, { maxPerDay, maxPerTenant, subscribe });
  const deps = { database, keyRing, clock, newId, bankIndexKey, bankLinks };
  const api = await startTestApi({
    ...apiOptions,
    clock,
    masterKey,
    testDatabase,
    environment: { FLORIN_ROLES: "api", ...options.environment },
    moreRoutes: [...bankLinkRoutes(deps), ...(options.moreRoutes ?? [])],
  });
  const send = sender(api);
  return {
    api,
    masterKey,
    send,
    sent,
    nextAccountNumber: (number) => {
      nextNumbers.push(number);
    },
    publicToken: async (client, body = {}) => {
      const reply = await send(client, "POST", "/simulations/banklink/public_token", { body });
      if (reply.status !== 201) throw new Error(`no public token: ${reply.text}`);
      return reply.body.public_token;
    },
    register: (client, body) => send(client, "POST", "/banklink/register-account", { body }),
  };
}

interface ProviderOptions extends Pick<LinkCallbacks, "subscribe"> {
  readonly maxPerDay: number;
  readonly maxPerTenant: number;
}

function createProviders(
  sent: SentDeposits[],
  nextNumbers: string[],
  { subscribe, ...limits }: ProviderOptions,
): BankLinkProviders {
  const send: SendMicroDeposits = async (_tx, deposits) => {
    sent.push(deposits);
  };
  const sandbox = createSandboxBankLinks({ baseUrl: "http://florin.test" });
  const page: typeof sandbox = {
    ...sandbox,
    openAccount: (choice) => {
      const account = sandbox.openAccount(choice);
      return { ...account, accountNumber: nextNumbers.shift() ?? account.accountNumber };
    },
  };
  return {
    testnet: { page, deposits: createKnownMicroDeposits({ send, ...limits }) },
    mainnet: { page: undefined, deposits: createMicroDeposits({ send, ...limits }) },
    callbacks: {
      callbackUrl: (token) => `http://florin.test/banklink/callbacks/${token}`,
      readDestination: (url) => readDestination(url, { allowHttp: false, allowPrivate: false }),
      checkDestination: refusePrivateHost,
      refuseUnattended: async () => undefined,
      subscribe,
    },
  };
}
