import type { Route } from "../../http/route.ts";
import { type ClockRouteDeps, clockRoutes } from "./clock-routes.ts";
import { type PaymentSimulationDeps, paymentSimulationRoute } from "./payment-simulation.ts";
import { type TransferSimulationDeps, transferSimulationRoutes } from "./transfer-simulations.ts";

export type BankSimulationDeps = ClockRouteDeps & PaymentSimulationDeps & TransferSimulationDeps;

/** What a sandbox bank can be made to do. Without one these do not exist. */
export function bankSimulationRoutes(deps: BankSimulationDeps): readonly Route[] {
  return [paymentSimulationRoute(deps), ...transferSimulationRoutes(deps), ...clockRoutes(deps)];
}
