import { fileURLToPath } from "node:url";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import type { ServerSettings } from "../http/bench-app.ts";
import type { BenchServer } from "../http/server.ts";
import { startChild } from "../webhooks/child.ts";
import type { BenchEnvironment, EnvironmentOptions } from "./environment.ts";

/** The service of a checkout of the project, started by its own code, with accounts in its own tables. */
export interface Checkout {
  readonly server: Pick<BenchServer, "address" | "cpuMs" | "stop">;
  readonly env: BenchEnvironment;
}

export interface CheckoutSettings
  extends Pick<EnvironmentOptions, "accounts" | "tenants">,
    Pick<ServerSettings, "masterKeyHex" | "environment"> {
  /** The root of the checkout, which has its node_modules. */
  readonly folder: string;
  /** An empty database. */
  readonly target: SocketTarget;
}

/** Requests to the process that runs code of the checkout. */
export type CheckoutQuestions = {
  readonly open: {
    readonly question: CheckoutSettings;
    readonly response: Pick<Checkout, "env"> & Pick<BenchServer, "address">;
  };
  /** CPU time of the service, which is a process of its own. */
  readonly serviceCpuMs: { readonly question: undefined; readonly response: number };
};

export async function openCheckout(settings: CheckoutSettings): Promise<Checkout> {
  const script = fileURLToPath(new URL("./checkout-process.ts", import.meta.url));
  const child = startChild<CheckoutQuestions>(script);
  try {
    const { env, address } = await child.ask("open", settings);
    const cpuMs = (): Promise<number> => child.ask("serviceCpuMs", undefined);
    return { env, server: { address, cpuMs, stop: () => child.close() } };
  } catch (error) {
    await child.close();
    throw error;
  }
}
