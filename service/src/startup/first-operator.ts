import { systemCause } from "../kernel/cause.ts";
import { inviteFirstOperator, joinLink } from "../people/index.ts";
import type { AppParts } from "./app-parts.ts";

/**
 * A link for the first person at the console, while there is nobody. It is a secret: only where somebody sits at a
 * terminal and tries things out is it made by itself. Elsewhere output is kept, and the line says which command makes one.
 */
export async function firstOperatorLink(
  parts: Pick<AppParts, "config" | "database" | "clock" | "newId">,
): Promise<string | undefined> {
  const token = await inviteFirstOperator(parts, systemCause("startup.first_operator"));
  return token === undefined ? undefined : joinLink(parts.config.baseUrl, token);
}

/** For the log, where no secret may stand. */
export const howToInvite =
  "nobody may use the console yet; to let somebody in: florin people invite --role admin --email <e-mail>";
