import { KeyProviderError } from "../../key-wrapper.ts";
import { openLibrary, Pkcs11Error, type Pkcs11Library, readTokenInfo, returnValues } from "./library.ts";
import { logIn } from "./log-in.ts";

export interface Pkcs11Settings {
  readonly modulePath: string | undefined;
  readonly tokenLabel: string | undefined;
  readonly pin: string | undefined;
}

/** A logged-in session; one operation at a time. */
export interface Pkcs11Session {
  readonly library: Pkcs11Library;
  readonly handle: number;
  /** Handle of the only object of a class with this label. */
  find(objectClass: ObjectClass, label: string): Promise<bigint>;
}

const objectClasses = { public: 2, private: 3, secret: 4 } as const;
type ObjectClass = keyof typeof objectClasses;

export interface Pkcs11Token {
  /** Runs an operation in a session of its own. If the session was lost, opens new ones and runs it once more. */
  use<Result>(work: (session: Pkcs11Session) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Each call blocks a thread of libuv's pool, which has four, and files and name resolution need them, too. */
const maxSessions = 2;
const maxWaiting = 1_000;
const timeoutMs = 10_000;

/** A token of a PKCS #11 module, with a pool of sessions. */
export function createPkcs11Token(settings: Pkcs11Settings): Pkcs11Token {
  const idle: Pkcs11Session[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  // Sessions of an earlier generation are not used again.
  let generation = 0;

  const enter = async (): Promise<void> => {
    if (running < maxSessions) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new KeyProviderError(
        "unreachable",
        `${maxWaiting} operations already wait for the PKCS #11 token`,
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const attempt = async <Result>(work: (session: Pkcs11Session) => Promise<Result>): Promise<Result> => {
    const current = generation;
    const session = idle.pop() ?? (await openSession(settings));
    try {
      const result = await work(session);
      if (current === generation) idle.push(session);
      return result;
    } catch (error) {
      await closeSession(session);
      throw error;
    }
  };
  const run = async <Result>(work: (session: Pkcs11Session) => Promise<Result>): Promise<Result> => {
    await enter();
    try {
      return await attempt(work).catch((error: unknown) => {
        if (!isLostSession(error)) throw error;
        generation += 1;
        idle.length = 0;
        return attempt(work);
      });
    } catch (error) {
      throw explain(error);
    } finally {
      leave();
    }
  };
  return {
    use: (work) => within(run(work)),
    close: async () => {
      generation += 1;
      for (const session of idle.splice(0)) await closeSession(session);
    },
  };
}

/** Required by the standard. */
const serialSession = 4;

async function openSession(settings: Pkcs11Settings): Promise<Pkcs11Session> {
  const { modulePath = "", tokenLabel = "" } = settings;
  const library = await openLibrary(modulePath);
  const slot = await findSlot(library, tokenLabel);
  const opened = [0];
  await library.call("C_OpenSession", slot, serialSession, null, null, opened);
  const [handle = 0] = opened;
  await logIn({ library, slot, handle, settings }).catch(async (error: unknown) => {
    await closeSession({ library, handle });
    throw error;
  });
  const known = new Map<string, bigint>();
  return {
    library,
    handle,
    find: async (objectClass, label) => {
      const name = `${objectClass}/${label}`;
      const object = known.get(name) ?? (await findObject(library, handle, { objectClass, label }));
      known.set(name, object);
      return object;
    },
  };
}

/** A session that is gone already is closed, too. */
async function closeSession({ library, handle }: Pick<Pkcs11Session, "library" | "handle">): Promise<void> {
  await library.call("C_CloseSession", handle).catch(() => {});
}

const labelBytes = 32;
const maxSlots = 256;

async function findSlot(library: Pkcs11Library, tokenLabel: string): Promise<bigint> {
  const slots = new BigUint64Array(maxSlots);
  const count = [maxSlots];
  await library.call("C_GetSlotList", 1, slots, count);
  for (const slot of slots.subarray(0, count[0])) {
    const info = await readTokenInfo(library, slot);
    if (info.toString("utf8", 0, labelBytes).trimEnd() === tokenLabel) return slot;
  }
  throw new KeyProviderError(
    "rejected",
    `the PKCS #11 module has no token ${tokenLabel}; check PKCS11_TOKEN`,
  );
}

const attributes = { class: 0x00, label: 0x03 } as const;

async function findObject(
  library: Pkcs11Library,
  session: number,
  { objectClass, label }: { readonly objectClass: ObjectClass; readonly label: string },
): Promise<bigint> {
  const classBytes = Buffer.alloc(8);
  classBytes.writeBigUInt64LE(BigInt(objectClasses[objectClass]));
  const text = Buffer.from(label);
  const template = [
    { type: attributes.class, pValue: classBytes, ulValueLen: classBytes.length },
    { type: attributes.label, pValue: text, ulValueLen: text.length },
  ];
  await library.call("C_FindObjectsInit", session, template, template.length);
  const found = new BigUint64Array(2);
  const count = [0];
  await library.call("C_FindObjects", session, found, found.length, count);
  await library.call("C_FindObjectsFinal", session);
  const [object] = found;
  if (count[0] === 1 && object !== undefined) return object;
  throw new KeyProviderError(
    "rejected",
    `the PKCS #11 token has ${count[0] === 0 ? "no" : "more than one"} ${objectClass} key with the label ${label}`,
  );
}

const lostSessions: readonly number[] = [
  returnValues.CKR_SESSION_HANDLE_INVALID,
  returnValues.CKR_SESSION_CLOSED,
  returnValues.CKR_DEVICE_REMOVED,
  returnValues.CKR_DEVICE_ERROR,
  returnValues.CKR_TOKEN_NOT_PRESENT,
  returnValues.CKR_USER_NOT_LOGGED_IN,
  returnValues.CKR_OBJECT_HANDLE_INVALID,
  returnValues.CKR_KEY_HANDLE_INVALID,
];

function isLostSession(error: unknown): boolean {
  return error instanceof Pkcs11Error && lostSessions.includes(error.returnValue);
}

function explain(error: unknown): unknown {
  if (!(error instanceof Pkcs11Error)) return error;
  const message = `the PKCS #11 token failed: ${error.message}`;
  if (error.returnValue === returnValues.CKR_KEY_FUNCTION_NOT_PERMITTED)
    return new KeyProviderError("denied", message, { cause: error });
  return new KeyProviderError(isLostSession(error) ? "unreachable" : "rejected", message, { cause: error });
}

/** A native call cannot be canceled: it keeps its session until it returns. */
async function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new KeyProviderError("unreachable", `the PKCS #11 token did not respond within ${timeoutMs} ms`),
      );
    }, timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
