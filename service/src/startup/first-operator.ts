import { systemCause } from "../kernel/cause.ts";
import { inviteFirstOperator, joinLink } from "../users/index.ts";
import type { AppParts } from "./app-parts.ts";

/**
 * An invitation link for the first console user, while there are no users. It is a secret, so only the local profile
 * creates one automatically and prints it on the terminal. Elsewhere the log names the command that creates one.
 */
export async function firstOperatorLink(
  parts: Pick<AppParts, "config" | "database" | "clock" | "newId">,
): Promise<string | undefined> {
  const token = await inviteFirstOperator(parts, systemCause("startup.first_operator"));
  return token === undefined ? undefined : joinLink(parts.config.baseUrl, token);
}

/** For the log, which must not contain secrets. */
export const howToInvite =
  "the console has no users yet; invite the first admin with: florin users invite --role admin --email <email>";
