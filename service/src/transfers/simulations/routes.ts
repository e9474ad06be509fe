import type { Route } from "../../http/route.ts";
import { type ClockRouteDeps, clockRoutes } from "./clock-routes.ts";
import { type PaymentSimulationDeps, paymentSimulationRoute } from "./payment-simulation.ts";
import { type TransferSimulationDeps, transferSimulationRoutes } from "./transfer-simulations.ts";

export type BankSimulationDeps = ClockRouteDeps & PaymentSimulationDeps & TransferSimulationDeps;

/** Endpoints that control the sandbox bank. They exist only with a sandbox bank. */
export function bankSimulationRoutes(deps: BankSimulationDeps): readonly Route[] {
  return [paymentSimulationRoute(deps), ...transferSimulationRoutes(deps), ...clockRoutes(deps)];
}
