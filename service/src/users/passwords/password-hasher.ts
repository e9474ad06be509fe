import { hash, verify } from "@node-rs/argon2";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** Hashes and verifies passwords. Each call takes time and memory, on its own threads. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Takes equally long without a hash, so that timing doesn't reveal whether the user exists. Known users have a queue of
   * their own, so that the guesses of strangers don't delay them.
   */
  verify(passwordHash: string | undefined, password: string, queue?: "known" | "other"): Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const memoryKiB = 19_456;
const passes = 2;
const senderQueues = 1;
/** The library's `Algorithm.Argon2id`, whose enum exists only at compile time. */
const argon2id = 2;
const options = {
  algorithm: argon2id,
  memoryCost: memoryKiB,
  timeCost: passes,
  parallelism: senderQueues,
};

interface TurnLimits {
  readonly maxAtOnce: number;
  readonly maxWaiting: number;
}

/** Limits of concurrent and queued hashes: unauthenticated clients can cause them. */
const turnLimits: TurnLimits = { maxAtOnce: 2, maxWaiting: 50 };
const knownLimits: TurnLimits = { maxAtOnce: 1, maxWaiting: 50 };
const retryAfterSeconds = 2;

export function createPasswordHasher(limits = turnLimits): PasswordHasher {
  const inTurn = createTurns(limits);
  const turnsOf = { other: inTurn, known: createTurns(knownLimits) };
  return {
    hash: (password) => inTurn(() => hash(normalised(password), options)),
    verify: async (passwordHash, password, queue = "other") => {
      const check = () => verify(passwordHash ?? unknownUserHash, normalised(password));
      const isRight = await turnsOf[queue](check);
      return isRight && passwordHash !== undefined;
    },
  };
}

/** NIST SP 800-63B §3.1.1.2: normalization makes a password independent of the keyboard. */
export function normalised(password: string): string {
  return password.normalize("NFKC");
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** In PHC format with our parameters. Matches no known password. */
const unknownUserHash = [
  "$argon2id$v=19",
  `m=${memoryKiB},t=${passes},p=${senderQueues}`,
  unpadded(Buffer.alloc(16)),
  unpadded(Buffer.alloc(32)),
].join("$");

function createTurns({ maxAtOnce, maxWaiting }: TurnLimits): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxAtOnce) {
      if (waiting.length >= maxWaiting) throw tooMany();
      // A finished task passes its slot directly to the next, so that no newcomer can take it.
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
  return new RefusalError(refuse("overloaded", "too many sign-ins right now", { retryAfterSeconds }));
}
