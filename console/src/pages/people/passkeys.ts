import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { ApiError, send } from "../../api/client.ts";
import type { Entered } from "./entered.ts";

export async function signInWithPasskey(): Promise<Entered> {
  const { challenge_id, options } = await send("post", "/console/api/sign-in/passkey/options");
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // The service may know ways of transport that the types of the browser's package do not.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { type, ...response } = await startAuthentication({ optionsJSON }).catch(rethrowRefused);
  return send("post", "/console/api/sign-in/passkey", {
    body: { challenge_id, response: { ...response, type, clientExtensionResults: {} } },
    isProof: true,
  });
}

/** Makes a key on the device, and tells the service of it. */
export async function addPasskey(name: string): Promise<{ readonly recovery_codes: readonly string[] }> {
  const { challenge_id, options } = await send("post", "/console/api/me/passkeys/options");
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { type, ...response } = await startRegistration({ optionsJSON }).catch(rethrowRefused);
  return send("post", "/console/api/me/passkeys", {
    body: { challenge_id, name, response: { ...response, type, clientExtensionResults: {} } },
  });
}

/** The browser's own words differ, and name nothing that helps. */
function rethrowRefused(): never {
  const detail = "The browser made no passkey available. Try again, or use another way.";
  throw new ApiError({ status: 0, code: "passkey_not_shown", detail });
}
