import { KeyProviderError } from "../../key-wrapper.ts";
import { Pkcs11Error, type Pkcs11Library, readTokenInfo, returnValues } from "./library.ts";

interface Login {
  readonly library: Pkcs11Library;
  readonly slot: bigint;
  /** Of the session. */
  readonly handle: number;
  readonly settings: {
    readonly modulePath: string | undefined;
    readonly tokenLabel: string | undefined;
    readonly pin: string | undefined;
  };
}

/** What the tokens said to the PINs of this process. */
const outcomes = new Map<string, "accepted" | "denied">();
let lastLogin: Promise<void> = Promise.resolve();

/**
 * Logs in, one session after the other. A token locks after a few wrong PINs, so a denied one is not sent again by this
 * process, nor an unproven one to a token that has counted failures already, such as those of an earlier process.
 */
export function logIn(login: Login): Promise<void> {
  const done = lastLogin.then(() => sendPin(login));
  lastLogin = done.catch(() => {});
  return done;
}

/** CKU_USER. */
const user = 1;

async function sendPin({ library, slot, handle, settings }: Login): Promise<void> {
  const { modulePath = "", tokenLabel = "", pin = "" } = settings;
  const name = JSON.stringify([modulePath, tokenLabel, pin]);
  const outcome = outcomes.get(name);
  if (outcome === "denied") throw pinDenied("it denied PKCS11_PIN before, so it is not sent again");
  if (outcome === undefined) await refuseCountedFailures(library, slot);
  const secret = Buffer.from(pin);
  try {
    await library.call("C_Login", handle, user, secret, secret.length);
    outcomes.set(name, "accepted");
  } catch (error) {
    // A login counts for all sessions of the process.
    if (isReturn(error, returnValues.CKR_USER_ALREADY_LOGGED_IN)) return;
    const isDenied =
      isReturn(error, returnValues.CKR_PIN_INCORRECT) || isReturn(error, returnValues.CKR_PIN_LOCKED);
    if (!isDenied) throw error;
    outcomes.set(name, "denied");
    throw pinDenied(error.message, error);
  } finally {
    secret.fill(0);
  }
}

/** Position and values of the flags in CK_TOKEN_INFO. */
const flagsAt = 96;
const pinFlags = {
  CKF_USER_PIN_LOCKED: 0x40000n,
  CKF_USER_PIN_FINAL_TRY: 0x20000n,
  CKF_USER_PIN_COUNT_LOW: 0x10000n,
};

async function refuseCountedFailures(library: Pkcs11Library, slot: bigint): Promise<void> {
  const flags = (await readTokenInfo(library, slot)).readBigUInt64LE(flagsAt);
  for (const [name, flag] of Object.entries(pinFlags)) {
    if ((flags & flag) === 0n) continue;
    throw pinDenied(
      `it counts failed logins (${name}); check PKCS11_PIN, and log in with the token's own tool, which resets the count`,
    );
  }
}

function isReturn(error: unknown, returnValue: number): error is Pkcs11Error {
  return error instanceof Pkcs11Error && error.returnValue === returnValue;
}

function pinDenied(detail: string, cause?: unknown): KeyProviderError {
  return new KeyProviderError("pin_denied", `the PKCS #11 token does not take the PIN: ${detail}`, { cause });
}
