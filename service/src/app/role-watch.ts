import type { Chain } from "../chains/chain.ts";
import { ChainUnavailableError } from "../chains/chain.ts";
import { upsertRoleHolders } from "../chains/custody/store.ts";
import { createPollLoop, type PollLoop } from "../db/poll-loop.ts";
import { allTokens, contractOn, type Token } from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";

type WatchParts = Pick<AppParts, "database" | "clock" | "logger">;
type WatchedChain = Pick<Chain, "key" | "roleHolders">;

const checkEveryMs = 600_000;

/**
 * Compares the key roles of every issued token on its chain with the platform's keys, at startup and every ten minutes. A
 * lost minter or freezer is an error, and so is an administrator that is neither the platform's nor configured.
 */
export function createRoleWatch(
  parts: WatchParts,
  chains: { all(): readonly WatchedChain[] },
): Pick<PollLoop, "start" | "stop"> {
  return createPollLoop({
    name: "chains.roles",
    pollMs: checkEveryMs,
    onError: (error) => parts.logger.warn({ err: error }, "key roles could not be read"),
    turn: async () => {
      for (const chain of chains.all()) await checkRoles(parts, chain);
      return "wait";
    },
  });
}

async function checkRoles(parts: WatchParts, chain: WatchedChain): Promise<void> {
  const { network } = chain.key;
  for await (const tokens of allTokens.stream(parts.database, { network }))
    for (const token of tokens) await checkToken(parts, chain, token);
}

async function checkToken(
  { database, clock, logger }: WatchParts,
  chain: WatchedChain,
  token: Token,
): Promise<void> {
  const contract = contractOn(token, chain.key.chain);
  if (contract === undefined || token.minting.authority !== "platform") return;
  try {
    const holders = await chain.roleHolders(contract);
    await upsertRoleHolders(database, { ...chain.key, contract, seenAt: clock.now() }, holders);
    for (const { role, address, isExpected } of holders) {
      if (isExpected) continue;
      logger.error(
        { ...chain.key, token: token.valueType, role, address },
        role === "deployer"
          ? "the token has an administrator that is not configured; if it is yours, set …_TOKEN_ADMIN to it"
          : "the platform's key does not have this role on the chain; give it the role, or configure the key that has it",
      );
    }
  } catch (error) {
    // The chain workers report an unreachable chain.
    if (!(error instanceof ChainUnavailableError)) throw error;
  }
}
