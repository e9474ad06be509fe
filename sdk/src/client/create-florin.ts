import { operations, testnetResources } from "../generated/operations.ts";
import type { Resources, TestnetResources } from "../generated/resources.ts";
import { systemClock } from "../system-clock.ts";
import { createAuthorization } from "./authorization.ts";
import { type Call, createCall } from "./call.ts";
import { type Composed, composedMethods } from "./composed.ts";
import type { Engine } from "./engine.ts";
import { operationsNamed } from "./named-operations.ts";
import type { Input } from "./operation.ts";
import type { CallOptions, FlorinOptions, Network } from "./options.ts";
import { listPages } from "./pages.ts";
import type { Narrowed } from "./types.ts";

/** A client of one network. A function that takes a `Florin<"mainnet">` accepts no testnet client. */
export type Florin<Net extends Network = Network> = { readonly network: Net } & Narrowed &
  Resources &
  Composed &
  (Net extends "testnet" ? TestnetResources : unknown);

/** By default. */
const limits = { timeoutMs: 120_000, attemptTimeoutMs: 30_000, maxRetries: 4, retryDelayMs: 500 };

/** The secret is in closures only, so that no log of the client shows it. */
export function createFlorin<Net extends Network>(options: FlorinOptions<Net>): Florin<Net> {
  const { network, credentials, dpopKey, clock = systemClock } = options;
  const baseUrl = addressOf(options.baseUrl);
  const call: Call = (...args) => engineCall(...args);
  const engineCall = createCall({
    ...limits,
    ...(definedOf(options) as Partial<Engine>),
    baseUrl,
    clock,
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    hooks: options.hooks ?? {},
    authorization: createAuthorization({ network, credentials, dpopKey, baseUrl, clock, call }),
  });
  const names = Object.keys(operations).filter(
    (name) => network === "testnet" || !testnetResources.includes(name),
  );
  const { request, ...methods } = composedMethods(call);
  const composed: Readonly<Record<string, object>> = methods;
  const resources = names.map((name) => [name, { ...resourceOf(call, name), ...composed[name] }] as const);
  return { network, request, ...Object.fromEntries(resources) } as unknown as Florin<Net>;
}

function definedOf({
  timeoutMs,
  attemptTimeoutMs,
  maxRetries,
  retryDelayMs,
}: FlorinOptions<Network>): object {
  const given = Object.entries({ timeoutMs, attemptTimeoutMs, maxRetries, retryDelayMs });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Without a slash at the end. Credentials in it would end up in logs. */
function addressOf(baseUrl: string | URL): string {
  const { protocol, username, password, search, hash, href } = new URL(baseUrl);
  const isPlain = /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
  if (!isPlain)
    throw new TypeError("baseUrl must be an http or https address without credentials, query and fragment");
  return href.replace(/\/$/, "");
}

type Method = (input?: Input, options?: CallOptions) => Promise<unknown>;

function resourceOf(call: Call, resource: string): Readonly<Record<string, Method>> {
  const methods = operationsNamed(resource).map(([method, operation]): [string, Method] => {
    if (operation.items === undefined)
      return [method, (input = {}, options = {}) => call(operation, input, options)];
    return [method, (input = {}, options = {}) => listPages(call, operation, input, options)];
  });
  return Object.fromEntries(methods);
}
