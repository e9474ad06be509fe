import { type ControlDeps, controlRoutes } from "../approvals/index.ts";
import { createRefusedAddresses } from "../audit/index.ts";
import { type ConsoleDeps, consoleRoutes, ssoProviderRoute, summarizeRequest } from "../console-api/index.ts";
import type { RefuseConsoleAddress } from "../http/guard.ts";
import type { IdentifySessionUser } from "../http/principal.ts";
import type { Route } from "../http/route.ts";
import { isInRanges } from "../kernel/address-range.ts";
import type { Cause } from "../kernel/cause.ts";
import { refuse } from "../kernel/refusal.ts";
import { createIdentifySessionUser, createSessionCookie, type SummarizeRequest } from "../users/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Outgoing } from "./outgoing.ts";
import type { WorkersStorage } from "./workers.ts";

export interface ConsoleModule {
  readonly routes: readonly Route[];
  /** For the identity provider; no page calls them. */
  readonly providerRoutes: readonly Route[];
  readonly identifySessionUser: IdentifySessionUser;
  readonly refuseAddress: RefuseConsoleAddress;
  readonly summarize: SummarizeRequest;
}

type ConsoleParts = Outgoing &
  WorkersStorage &
  Pick<ConsoleDeps, "lookAtChains" | "screener" | "attempts" | "sso" | "onBreakGlass"> & {
    readonly controls: Controls;
  };

/** Shared by the API and the console: what either requests can be approved in the other. */
export type Controls = Pick<ControlDeps, "database" | "executors">;

/** The console's API and its authentication. */
export function createConsoleModule(
  parts: AppParts,
  services: ConsoleParts,
  apiRoutes: readonly Route[],
): ConsoleModule {
  const { config, database, clock } = parts;
  const { baseUrl } = config;
  const cookie = createSessionCookie(baseUrl);
  const deps = consoleDeps(parts, services, cookie);
  return {
    routes: controlRoutes({ ...deps, ...services.controls }, consoleRoutes(deps, apiRoutes)),
    providerRoutes: config.sso === undefined ? [] : [ssoProviderRoute(deps)],
    summarize: (request) => summarizeRequest(deps, request),
    identifySessionUser: createIdentifySessionUser({ database, clock, cookie, baseUrl }),
    refuseAddress: createRefuseAddress(parts),
  };
}

/** Without allowed addresses, any is allowed. Refused ones are in the platform's audit log. */
function createRefuseAddress({ config, ...deps }: AppParts): RefuseConsoleAddress {
  const { consoleAllowedIps } = config;
  const record = createRefusedAddresses(deps);
  const subject = { type: "console", id: "console" };
  return async ({ address, requestId }) => {
    if (consoleAllowedIps.length === 0 || isInRanges(address, consoleAllowedIps)) return undefined;
    const cause: Cause = { actor: { type: "system", name: "console" }, requestId };
    await record({ tenantId: undefined, network: undefined }, { cause, subject, address });
    return refuse("ip_not_allowed", "the console may not be used from this IP address");
  };
}

function consoleDeps(
  { config, clock, newId, keyRing }: AppParts,
  services: ConsoleParts,
  cookie: ConsoleDeps["cookie"],
): ConsoleDeps {
  const { wakeUp, jobQueue, eventLog, documentStorage, lookAtChains, screener, attempts } = services;
  const { controls, sso, onBreakGlass } = services;
  return {
    config,
    ...controls,
    clock,
    newId,
    keyRing,
    wakeUp,
    jobQueue,
    eventLog,
    documentStorage,
    cookie,
    attempts,
    sso,
    onBreakGlass,
    lookAtChains,
    screener,
  };
}
