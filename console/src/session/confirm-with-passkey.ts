import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { ApiError, send } from "../api/client.ts";

/** Shows a passkey as the second factor. */
export async function confirmWithPasskey(): Promise<void> {
  const { challenge_id, options } = await send("post", "/console/api/me/confirm/passkey/options");
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // The service may know ways of transport that the types of the browser's package do not.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { type, ...response } = await startAuthentication({ optionsJSON }).catch(rethrowRefused);
  await send("post", "/console/api/me/confirm/passkey", {
    body: { challenge_id, response: { ...response, type, clientExtensionResults: {} } },
    isProof: true,
  });
}

/** The browser's own words differ, and name nothing that helps. */
function rethrowRefused(): never {
  const detail = "No passkey was shown. Try again, or use a code.";
  throw new ApiError({ status: 0, code: "passkey_not_shown", detail });
}
