import { createHash, randomBytes } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { Keypair } from "@stellar/stellar-base";
import { getAddress } from "viem/utils";
import type { ChainFamily } from "../src/chains/chain-name.ts";
import type { Wallets } from "../src/chains/custody/wallets.ts";
import { systemCause } from "../src/kernel/cause.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { registerThirdPartyToken } from "../src/tokens/index.ts";
import { type ApiResponse, startTestApi, type TestApi, type TestApiOptions, type TestClient } from "./api.ts";

export interface AddressApi {
  readonly api: TestApi;
  /** Sends a request of a client; a POST gets its own idempotency key unless one is given. */
  readonly send: (client: TestClient, method: string, path: string, input?: Input) => Promise<ApiResponse>;
  readonly masterKey: Buffer;
}

interface Input {
  readonly body?: unknown;
  readonly key?: string;
}

const newId = createIdFactory(systemClock);

/** On the list that the service uses if none is configured. */
export const sanctionedAddress: string = getAddress("0x00000000000000000000000000000000dec0ded1");

/** The service without workers: nothing runs on chains, and accounts don't get addresses automatically. */
export async function startAddressApi(options: TestApiOptions = {}): Promise<AddressApi> {
  const masterKey = randomBytes(32);
  const api = await startTestApi({
    ...options,
    masterKey,
    environment: { FLORIN_ROLES: "api", ...options.environment },
  });
  return { api, send: sender(api), masterKey };
}

/** Sends requests of clients, below their accounts. */
export function sender(api: TestApi): AddressApi["send"] {
  return (client, method, path, { body, key = newId<"key">() } = {}) =>
    api.request(method, `/accounts/${client.accountId}${path}`, {
      token: client.token,
      ...(method === "POST" ? { idempotencyKey: key } : {}),
      ...(body === undefined ? {} : { body }),
    });
}

/** A third-party token, so that there can be a balance. */
export async function registerToken({ database }: TestApi, valueType: string): Promise<void> {
  const input = {
    cause: systemCause("test"),
    network: "testnet",
    valueType,
    name: `Token ${valueType}`,
    chain: "base",
    contract: addressOf.evm(`contract of ${valueType}`),
  } as const;
  await database.transaction((tx) => registerThirdPartyToken({ newId, clock: systemClock }, tx, input));
}

/** Well-formed external addresses of each family. */
export const addressOf: Readonly<Record<ChainFamily, (seed: string) => string>> = {
  evm: (seed) => getAddress(`0x${digestOf(seed).toString("hex").slice(0, 40)}`),
  solana: (seed) => getAddressDecoder().decode(keyOf(seed).rawPublicKey()),
  stellar: (seed) => keyOf(seed).publicKey(),
};

function keyOf(seed: string): Keypair {
  return Keypair.fromRawEd25519Seed(digestOf(seed));
}

function digestOf(seed: string): Buffer {
  return createHash("sha256").update(seed).digest();
}

/** Custody without keys, for tests without the service. */
export function createCountedWallets(): Pick<Wallets, "create"> {
  const env = randomBytes(8).toString("hex");
  let next = 0;
  return {
    create: async (_tx, wallet) => {
      const keyIndex = next;
      next += 1;
      const seed = `${env}/${wallet.network}/${keyIndex}`;
      return { ...wallet, keyIndex, address: addressOf[wallet.family](seed) };
    },
  };
}

/** A bank account that passes every check. Its owner is invented. */
export function newBankRequest(overrides: object = {}): object {
  return {
    owner: "Wilhelmina Vanderquack",
    account_number: "1234567890",
    routing_number: "021000021",
    account_type: "checking",
    transfer_types: ["ach_credit"],
    ...overrides,
  };
}

export function newStreet(overrides: object = {}): object {
  return {
    street_line_1: "401 Larkspur Avenue",
    city: "New York",
    state: "New York",
    zip: "10001",
    ...overrides,
  };
}
