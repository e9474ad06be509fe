import { randomBytes } from "node:crypto";
import { createManagingAccount, type ManagingAccount } from "../src/accounts/index.ts";
import {
  type ApplicationDeps,
  createApplication,
  type NewApplication,
  type ShownSecret,
} from "../src/auth/index.ts";
import type { Database } from "../src/db/database.ts";
import { systemCause } from "../src/kernel/cause.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../src/kernel/instant.ts";
import { createTestDatabase } from "./database.ts";

/** A clock that does not move until the test moves it. */
export interface ManualClock extends Clock {
  advance(durationMs: number): void;
}

/** A separate database with one managing account, and a way to create applications. */
export interface AuthEnvironment extends ApplicationDeps {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly account: ManagingAccount;
  createApplication(request?: Partial<NewApplication>): Promise<ShownSecret>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Cause for changes that a test makes outside of any request. */
export const testCause = systemCause("test");

export const testStart: Instant = instantFromMs(Date.UTC(2026, 10, 15, 12));

export function createManualClock(start: Instant = testStart): ManualClock {
  let now = start;
  return {
    now: () => now,
    advance: (durationMs) => {
      now = instantFromMs(now + durationMs);
    },
  };
}

export async function openAuthEnvironment(): Promise<AuthEnvironment> {
  const { database, drop } = await createTestDatabase();
  const clock = createManualClock();
  const deps = { clock, newId: createIdFactory(clock), keyRing: createKeyRing(randomBytes(32)) };
  const account = await database.transaction((tx) =>
    createManagingAccount(deps, tx, { name: "Acme", selfAttested: false, cause: testCause }),
  );
  return {
    ...deps,
    database,
    account,
    createApplication: (request = {}) =>
      database.transaction((tx) =>
        createApplication(deps, tx, {
          tenantId: account.tenantId,
          accountId: account.id,
          network: "testnet",
          name: "Back office",
          scopes: ["accounts:read", "transfers:write"],
          cause: testCause,
          ...request,
        }),
      ),
    [Symbol.asyncDispose]: drop,
  };
}
