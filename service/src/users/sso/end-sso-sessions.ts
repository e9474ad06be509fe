import type { Cause } from "../../kernel/cause.ts";
import { recordChange } from "../record-change.ts";
import { endSessions, endSessionsOfProvider, isProviderSession } from "../sessions/store.ts";
import { reaching, type SsoDeps } from "./begin-visit.ts";
import { selectIdentity } from "./store.ts";

/** OpenID Connect Back-Channel Logout: ends the console sessions of a logout token. False if the token is invalid. */
export async function endSsoSessions(
  deps: SsoDeps,
  { logoutToken, requestId }: { readonly logoutToken: string; readonly requestId: string },
): Promise<boolean> {
  const notice = await reaching(deps, () => deps.provider.verifyLogoutToken(logoutToken));
  if (notice === undefined) return false;
  const { issuer, subject, providerSessionId } = notice;
  const cause: Cause = { actor: { type: "system", name: "sso.logout" }, requestId };
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    if (providerSessionId !== undefined) {
      const ofProvider = { ssoSessionId: providerSessionId, expiresAt: now, endedAt: now };
      for (const { id, userId } of await endSessionsOfProvider(tx, ofProvider)) {
        await recordChange(deps, tx, { cause, action: "session.end", id, after: { user: userId } });
      }
      if (await isProviderSession(tx, ofProvider)) return;
    }
    // No session here ever had the provider's id, such as after a sign-in without `sid`: all of the user's end.
    const identity = subject === undefined ? undefined : await selectIdentity(tx, { issuer, subject });
    if (identity === undefined) return;
    const { userId } = identity;
    const ended = await endSessions(tx, userId, { now });
    await recordChange(deps, tx, { cause, action: "user.end_sessions", id: userId, after: { ended } });
  });
  return true;
}
