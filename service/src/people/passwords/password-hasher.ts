import { hash, verify } from "@node-rs/argon2";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** Makes and checks what is kept of a password. Each takes a while and memory, on threads of its own. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash, so that the time does not tell whether there is one. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const memoryKiB = 19_456;
const passes = 2;
const lanes = 1;
/** `Algorithm.Argon2id` of the library, whose enum exists for the compiler alone. */
const argon2id = 2;
const options = {
  algorithm: argon2id,
  memoryCost: memoryKiB,
  timeCost: passes,
  parallelism: lanes,
};

interface TurnLimits {
  readonly maxAtOnce: number;
  readonly maxWaiting: number;
}

/** How many hashes are made at once, and how many wait: strangers can ask for them. */
const turnLimits: TurnLimits = { maxAtOnce: 2, maxWaiting: 50 };
const retryAfterSeconds = 2;

export function createPasswordHasher(limits = turnLimits): PasswordHasher {
  const inTurn = createTurns(limits);
  return {
    hash: (password) => inTurn(() => hash(normalised(password), options)),
    verify: async (passwordHash, password) => {
      const isRight = await inTurn(() => verify(passwordHash ?? nobodysHash, normalised(password)));
      return isRight && passwordHash !== undefined;
    },
  };
}

/** NIST SP 800-63B §3.1.1.2: what looks the same on another keyboard is the same password. */
export function normalised(password: string): string {
  return password.normalize("NFKC");
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** In the PHC format with our own cost. No password is known that has it. */
const nobodysHash = [
  "$argon2id$v=19",
  `m=${memoryKiB},t=${passes},p=${lanes}`,
  unpadded(Buffer.alloc(16)),
  unpadded(Buffer.alloc(32)),
].join("$");

function createTurns({ maxAtOnce, maxWaiting }: TurnLimits): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxAtOnce) {
      if (waiting.length >= maxWaiting) throw tooMany();
      // Whoever leaves hands the place over, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function tooMany(): RefusalError {
  return new RefusalError(refuse("overloaded", "many people sign in just now", { retryAfterSeconds }));
}
