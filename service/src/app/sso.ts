import { Counter, type Registry } from "prom-client";
import type { AttemptLimiter } from "../auth/index.ts";
import type { ConsoleDeps } from "../console-api/index.ts";
import { createOidcProvider } from "../users/adapters/oidc-provider.ts";
import { consoleAddress, type installScim } from "../users/index.ts";
import type { AppParts } from "./app-parts.ts";

/** Provisioning by the company's directory. */
export function scimDeps(
  { config, database, clock, newId, logger }: AppParts,
  attempts: AttemptLimiter,
): Parameters<typeof installScim>[1] {
  return {
    database,
    clock,
    newId,
    attempts,
    baseUrl: config.baseUrl,
    policy: config.sso,
    onUnexpected: (error, reqId) =>
      logger.error({ err: error, reqId }, "request failed with an unexpected error"),
  };
}

/** The identity provider, if one is configured, and what happens when a break-glass account signs in past it. */
export function createSso(
  { config, clock, logger }: AppParts,
  registry: Registry,
): Pick<ConsoleDeps, "sso" | "onBreakGlass"> {
  const { sso: settings, baseUrl } = config;
  const breakGlassSignIns = new Counter({
    name: "florin_break_glass_sign_ins_total",
    help: "Sign-ins with a break-glass account at this node. Each needs an explanation.",
    registers: [registry],
  });
  const onBreakGlass: ConsoleDeps["onBreakGlass"] = (userId) => {
    breakGlassSignIns.inc();
    logger.error({ userId }, "a break-glass account signed in");
  };
  if (settings === undefined) return { sso: undefined, onBreakGlass };
  const console = consoleAddress(baseUrl);
  return {
    onBreakGlass,
    sso: {
      policy: settings,
      provider: createOidcProvider({
        ...settings,
        redirectUri: `${console}sso`,
        signedOutUri: `${console}sign-in`,
        clock,
      }),
      onProviderError: (error) => logger.warn({ err: error }, "the identity provider does not respond"),
    },
  };
}
