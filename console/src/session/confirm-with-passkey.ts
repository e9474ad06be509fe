import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { ApiError, send } from "../api/client.ts";

/** Confirms the second factor with a passkey: for one request, if its confirmation is given. */
export async function confirmWithPasskey(confirmation: { readonly confirmation_id?: string }): Promise<void> {
  const { challenge_id, options } = await send("post", "/console/api/me/confirm/passkey/options", {
    body: confirmation,
  });
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // The service may return transports that the browser package's types do not include.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { type, ...response } = await startAuthentication({ optionsJSON }).catch(rethrowRefused);
  await send("post", "/console/api/me/confirm/passkey", {
    body: { ...confirmation, challenge_id, response: { ...response, type, clientExtensionResults: {} } },
    isProof: true,
  });
}

/** Browser error messages differ and do not help the user. */
function rethrowRefused(): never {
  const detail = "No passkey was used. Try again, or use a code.";
  throw new ApiError({ status: 0, code: "passkey_not_shown", detail });
}
