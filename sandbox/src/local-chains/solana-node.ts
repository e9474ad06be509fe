import { RpcFailure, startRpcServer } from "./rpc-server.ts";
import type { SolanaRuntimeOptions } from "./solana-journaled-bank.ts";
import { solanaMethods } from "./solana-methods.ts";
import { createNodeRuntime } from "./solana-runtime.ts";

export interface SolanaNodeOptions extends SolanaRuntimeOptions {
  /** Any free port if zero or undefined. */
  readonly port?: number;
}

export interface SolanaNode {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A single-node Solana for development and tests: the runtime is litesvm (the validator's own, with the programs of
 * mainnet); slots, blockhashes, finality and the JSON-RPC of a validator are implemented here.
 */
export async function startSolanaNode(options: SolanaNodeOptions): Promise<SolanaNode> {
  const runtime = await createNodeRuntime(options);
  const methods = solanaMethods(runtime);
  try {
    const server = await startRpcServer({
      port: options.port ?? 0,
      handle: async (name, params) => {
        const method = methods.get(name);
        if (method === undefined) throw new RpcFailure(-32601, "Method not found");
        return await method(params);
      },
    });
    return {
      url: server.url,
      close: async () => {
        await server.close();
        await runtime.close();
      },
    };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}
