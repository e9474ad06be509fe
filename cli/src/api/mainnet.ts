import type { CommandContext } from "../command-context.ts";
import { confirm } from "../confirmation.ts";
import type { ApiClient } from "./client.ts";
import { paintOf } from "./paint.ts";

/** Mainnet is always visible, and nothing is changed there without a confirmation. */
export async function guardMainnet(
  context: CommandContext,
  { network, apiUrl }: Pick<ApiClient, "network" | "apiUrl">,
  change: { readonly command: string; readonly isConfirmed: boolean } | undefined,
): Promise<void> {
  if (network !== "mainnet") return;
  const { stderr, environment } = context;
  const { warning } = paintOf({ stdout: stderr, environment });
  stderr.write(`${warning("MAINNET")} ${apiUrl}\n`);
  if (change === undefined) return;
  const { command, isConfirmed } = change;
  await confirm(context, { consequence: `"florin ${command}" changes mainnet.`, isConfirmed });
}
