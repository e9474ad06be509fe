import { KeyProviderError } from "../../key-wrapper.ts";

/** A PKCS #11 library in this process. Native calls run on worker threads and do not block the event loop. */
export interface Pkcs11Library {
  /** Throws a Pkcs11Error unless the function returns CKR_OK. */
  call(name: FunctionName, ...args: readonly unknown[]): Promise<void>;
}

/** A return value other than CKR_OK. */
export class Pkcs11Error extends Error {
  override readonly name = "Pkcs11Error";
  readonly returnValue: number;

  constructor(functionName: string, returnValue: number) {
    super(`${functionName} returned ${returnValueName(returnValue)}`);
    this.returnValue = returnValue;
  }
}

export const returnValues = {
  CKR_GENERAL_ERROR: 0x05,
  CKR_FUNCTION_FAILED: 0x06,
  CKR_DEVICE_ERROR: 0x30,
  CKR_DEVICE_REMOVED: 0x32,
  CKR_ENCRYPTED_DATA_INVALID: 0x40,
  CKR_ENCRYPTED_DATA_LEN_RANGE: 0x41,
  CKR_KEY_HANDLE_INVALID: 0x60,
  CKR_KEY_FUNCTION_NOT_PERMITTED: 0x68,
  CKR_MECHANISM_INVALID: 0x70,
  CKR_OBJECT_HANDLE_INVALID: 0x82,
  CKR_PIN_INCORRECT: 0xa0,
  CKR_PIN_LOCKED: 0xa4,
  CKR_SESSION_CLOSED: 0xb0,
  CKR_SESSION_HANDLE_INVALID: 0xb3,
  CKR_TOKEN_NOT_PRESENT: 0xe0,
  CKR_USER_ALREADY_LOGGED_IN: 0x100,
  CKR_USER_NOT_LOGGED_IN: 0x101,
  CKR_CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;

function returnValueName(returnValue: number): string {
  const known = Object.entries(returnValues).find(([, value]) => value === returnValue);
  return known?.[0] ?? `0x${returnValue.toString(16)}`;
}

type Koffi = typeof import("koffi")["default"];
type Parameter = Parameters<Koffi["out"]>[0];

export type FunctionName =
  | "C_Initialize"
  | "C_GetSlotList"
  | "C_GetTokenInfo"
  | "C_OpenSession"
  | "C_CloseSession"
  | "C_CloseAllSessions"
  | "C_Login"
  | "C_GetAttributeValue"
  | "C_FindObjectsInit"
  | "C_FindObjects"
  | "C_FindObjectsFinal"
  | "C_EncryptInit"
  | "C_Encrypt"
  | "C_DecryptInit"
  | "C_Decrypt"
  | "C_SignInit"
  | "C_Sign";

/** Position of each function in CK_FUNCTION_LIST (PKCS #11 v2.40, section 5), and its parameters. */
function functionsOf(koffi: Koffi): Readonly<Record<FunctionName, readonly [number, Parameter[]]>> {
  const number = "unsigned long";
  const bytes = koffi.pointer("uint8");
  const numberOut = koffi.out(koffi.pointer(number));
  const numberInOut = koffi.inout(koffi.pointer(number));
  const attribute = koffi.struct({ type: number, pValue: "void *", ulValueLen: number });
  const gcm = koffi.struct({
    pIv: "void *",
    ulIvLen: number,
    ulIvBits: number,
    pAAD: "void *",
    ulAADLen: number,
    ulTagBits: number,
  });
  const mechanism = koffi.pointer(
    koffi.struct({ mechanism: number, pParameter: koffi.pointer(gcm), ulParameterLen: number }),
  );
  const initializeArgs = koffi.struct({
    CreateMutex: "void *",
    DestroyMutex: "void *",
    LockMutex: "void *",
    UnlockMutex: "void *",
    flags: number,
    pReserved: "void *",
  });
  const attributeOut = koffi.inout(koffi.pointer(attribute));
  return {
    C_Initialize: [0, [koffi.pointer(initializeArgs)]],
    C_GetSlotList: [4, ["uint8", koffi.pointer("uint64"), numberInOut]],
    C_GetTokenInfo: [6, [number, bytes]],
    C_OpenSession: [12, [number, number, "void *", "void *", numberOut]],
    C_CloseSession: [13, [number]],
    C_CloseAllSessions: [14, [number]],
    C_Login: [18, [number, number, bytes, number]],
    C_GetAttributeValue: [24, [number, number, attributeOut, number]],
    C_FindObjectsInit: [26, [number, koffi.pointer(attribute), number]],
    C_FindObjects: [27, [number, koffi.pointer("uint64"), number, numberOut]],
    C_FindObjectsFinal: [28, [number]],
    C_EncryptInit: [29, [number, mechanism, number]],
    C_Encrypt: [30, [number, bytes, number, bytes, numberInOut]],
    C_DecryptInit: [33, [number, mechanism, number]],
    C_Decrypt: [34, [number, bytes, number, bytes, numberInOut]],
    C_SignInit: [42, [number, mechanism, number]],
    C_Sign: [43, [number, bytes, number, bytes, numberInOut]],
  };
}

/** CKF_OS_LOCKING_OK: several threads call the library. */
const initializeArgs = {
  CreateMutex: null,
  DestroyMutex: null,
  LockMutex: null,
  UnlockMutex: null,
  flags: 2,
  pReserved: null,
};
const functionCount = 68;
/** The native functions run on a stack of this size, by default too small for a module's own cryptography. */
const stackBytes = 4 * 1024 * 1024;

/** koffi unloads a library when nothing refers to it any more, and the pointers of the function list don't count. */
const kept: unknown[] = [];

const libraries = new Map<string, Promise<Pkcs11Library>>();

/**
 * Loads and initializes a library, once per process. It is never finalized: that would end the sessions of everything
 * else in this process that uses it.
 */
export function openLibrary(path: string): Promise<Pkcs11Library> {
  const opened = libraries.get(path) ?? loadLibrary(path);
  libraries.set(path, opened);
  // A failure is not kept, so that the next call tries again.
  opened.catch(() => libraries.delete(path));
  return opened;
}

async function loadLibrary(path: string): Promise<Pkcs11Library> {
  const { default: koffi } = await import("koffi");
  // It cannot be changed once a library is loaded.
  if (kept.length === 0) koffi.config({ ...koffi.config(), async_stack_size: stackBytes });
  const pointers = readFunctionList(koffi, path);
  const functions = new Map(
    Object.entries(functionsOf(koffi)).map(([name, [position, parameters]]) => [
      name,
      koffi.decode(pointers[position], koffi.proto("unsigned long", [...parameters])),
    ]),
  );
  const call: Pkcs11Library["call"] = (name, ...args) =>
    new Promise((resolve, reject) => {
      // The callback refers to the arguments, so that their memory stays valid until the native call returns.
      functions.get(name).async(...args, (error: unknown, returnValue: number) => {
        if (error !== null)
          reject(new Error(`${name} failed with ${args.length} arguments`, { cause: error }));
        else if (returnValue === 0) resolve();
        else reject(new Pkcs11Error(name, returnValue));
      });
    });
  await call("C_Initialize", initializeArgs).catch((error: unknown) => {
    const isReady =
      error instanceof Pkcs11Error && error.returnValue === returnValues.CKR_CRYPTOKI_ALREADY_INITIALIZED;
    if (!isReady) throw error;
  });
  return { call };
}

const tokenInfoBytes = 512;

/** CK_TOKEN_INFO. */
export async function readTokenInfo(library: Pkcs11Library, slot: bigint): Promise<Buffer> {
  const info = Buffer.alloc(tokenInfoBytes);
  await library.call("C_GetTokenInfo", slot, info);
  return info;
}

function readFunctionList(koffi: Koffi, path: string): readonly unknown[] {
  const list: unknown[] = [null];
  try {
    // RTLD_DEEPBIND: Node exports the functions of its own OpenSSL, and a module must use the one that it was built with.
    const library = koffi.load(path, { deep: true });
    kept.push(library);
    const returnValue: number = library.func("unsigned long C_GetFunctionList(_Out_ void **list)")(list);
    if (returnValue !== 0) throw new Pkcs11Error("C_GetFunctionList", returnValue);
  } catch (cause) {
    throw new KeyProviderError("rejected", `PKCS11_MODULE cannot be loaded from ${path}`, { cause });
  }
  const type = koffi.struct({
    version: koffi.array("uint8", 2),
    functions: koffi.array("void *", functionCount),
  });
  return (koffi.decode(list[0], type) as { readonly functions: readonly unknown[] }).functions;
}
