import { expect } from "vitest";
import type { ManagedAccount } from "../src/accounts/index.ts";
import type { Verification } from "../src/accounts/verification/verification.ts";
import type { Transaction } from "../src/db/database.ts";
import type { Cause } from "../src/kernel/cause.ts";
import { keyOf, type VerificationEnvironment } from "./verification.ts";

export const reviewer: Cause = { actor: { type: "operator", name: "Rosa" }, requestId: undefined };

/** An account in manual review. */
export async function waiting(
  env: VerificationEnvironment,
  request: Parameters<VerificationEnvironment["createAccount"]>[0] = {},
  network: "testnet" | "mainnet" = "testnet",
): Promise<ManagedAccount> {
  const account = await env.createAccount(request, network);
  await env.verify(account);
  expect((await env.reviewOf(account)).state.stage).toBe("in_review");
  env.clock.advance(1_000);
  return account;
}

type On = Pick<Verification, "tenantId" | "accountId" | "revision"> & { readonly cause: Cause };

/** A decision of the reviewer on the current review. */
export async function decide<T>(
  env: VerificationEnvironment,
  account: ManagedAccount,
  work: (tx: Transaction, on: On) => Promise<T>,
): Promise<T> {
  const { revision } = await env.reviewOf(account);
  return env.deps.database.transaction((tx) => work(tx, { ...keyOf(account), revision, cause: reviewer }));
}
