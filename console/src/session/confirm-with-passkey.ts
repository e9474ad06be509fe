import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { ApiError } from "../api/api-error.ts";
import { request } from "../api/request.ts";

interface PasskeyChallenge {
  readonly challenge_id: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** Shows a passkey as the second factor. */
export async function confirmWithPasskey(): Promise<void> {
  const path = "/console/api/me/confirm/passkey";
  const { challenge_id, options } = (await request("post", `${path}/options`)) as PasskeyChallenge;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const response = await startAuthentication({ optionsJSON: options }).catch(rethrowRefused);
  await request("post", path, { body: { challenge_id, response }, isProof: true });
}

/** The browser's own words differ, and name nothing that helps. */
function rethrowRefused(): never {
  const detail = "No passkey was shown. Try again, or use a code.";
  throw new ApiError({ status: 0, code: "passkey_not_shown", detail });
}
