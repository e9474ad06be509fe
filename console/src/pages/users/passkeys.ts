import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { ApiError, send } from "../../api/client.ts";
import type { Entered } from "./entered.ts";

export async function signInWithPasskey(): Promise<Entered> {
  const { challenge_id, options } = await send("post", "/console/api/sign-in/passkey/options");
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // The service may return transports that the browser package's types do not include.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { type, ...response } = await startAuthentication({ optionsJSON }).catch(rethrowRefused);
  return send("post", "/console/api/sign-in/passkey", {
    body: { challenge_id, response: { ...response, type, clientExtensionResults: {} } },
    isProof: true,
  });
}

/** Creates a passkey on the device and registers it with the service. */
export async function addPasskey(name: string): Promise<{ readonly recovery_codes: readonly string[] }> {
  const { challenge_id, options } = await send("post", "/console/api/me/passkeys/options");
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { type, ...response } = await startRegistration({ optionsJSON }).catch(rethrowRefused);
  return send("post", "/console/api/me/passkeys", {
    body: { challenge_id, name, response: { ...response, type, clientExtensionResults: {} } },
  });
}

/** Browser error messages differ and do not help the user. */
function rethrowRefused(): never {
  const detail = "No passkey was used. Try again, or use another method.";
  throw new ApiError({ status: 0, code: "passkey_not_shown", detail });
}
