import type { Sandbox } from "@florin/service/sandbox-ports";
import { createSandboxBank } from "./bank/sandbox-bank.ts";

/** The simulators that the service uses where no real system is configured. */
export const sandbox: Sandbox = {
  createBank: createSandboxBank,
  loadLocalChains: async () => (await import("./local-chains/local-chains.ts")).startLocalChains,
};
