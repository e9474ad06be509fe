import type { WakeUp } from "../db/wake-up.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type Network, networks } from "../kernel/id.ts";
import type { Bank } from "../rails/bank.ts";
import type { BankSimulator } from "../rails/bank-simulator.ts";
import { bankTopic } from "../rails/engine/create-bank-work.ts";
import { selectTenantsOf } from "../rails/engine/entry-store.ts";
import { createFilesBank } from "../rails/files/files-bank.ts";
import { createFolderPlace } from "../rails/files/folder-place.ts";
import { createSftpPlace } from "../rails/files/sftp-place.ts";
import type { Sandbox } from "../sandbox-ports.ts";
import type { AppParts } from "./app-parts.ts";
import { loadSandbox } from "./load-sandbox.ts";

/** The bank of each network, and the simulator of sandbox banks. */
export interface Banks {
  of(network: Network): Bank;
  /** Undefined for a real bank. */
  simulatorOf(network: Network): BankSimulator | undefined;
  /** Sandbox banks are polled more often. */
  isSandbox(network: Network): boolean;
  close(): Promise<void>;
}

type BankParts = Pick<AppParts, "config" | "database" | "clock" | "newId">;

const sandboxDelayMs = 1_000;

interface OpenedBank {
  readonly bank: Bank;
  readonly simulator?: BankSimulator;
  close?(): Promise<void>;
}

/** Testnet always uses the sandbox bank, which seals with its own key; mainnet uses the configured bank. */
export async function openBanks(
  parts: BankParts,
  sandboxKeyRing: KeyRing,
  wakeUp?: Pick<WakeUp, "nudge">,
): Promise<Banks> {
  const sandbox = await loadSandbox();
  const onChange = (): void => wakeUp?.nudge(bankTopic);
  const { connector } = parts.config.bank;
  const opened: Readonly<Record<Network, OpenedBank>> = {
    testnet: openSandbox(sandbox, parts, { network: "testnet", keyRing: sandboxKeyRing, onChange }),
    mainnet:
      connector === "files"
        ? openFiles(parts)
        : openSandbox(sandbox, parts, { network: "mainnet", keyRing: sandboxKeyRing, onChange }),
  };
  return {
    of: (network) => opened[network].bank,
    simulatorOf: (network) => opened[network].simulator,
    isSandbox: (network) => opened[network].simulator !== undefined,
    close: async () => {
      for (const network of networks) await opened[network].close?.();
    },
  };
}

function openSandbox(
  sandbox: Sandbox,
  { config, database, clock, newId }: BankParts,
  own: { readonly network: Network; readonly keyRing: KeyRing; readonly onChange: () => void },
): OpenedBank {
  const { bank, simulator } = sandbox.createBank({
    ...own,
    database,
    clock,
    newId,
    clockMode: config.bank.sandboxClock,
    tenantsOf: (session, references) => selectTenantsOf(session, own.network, references),
    secondsDelayMs: sandboxDelayMs,
  });
  return { bank, simulator };
}

function openFiles({ config, clock }: BankParts): OpenedBank {
  const { files, identity, cutoffLeadMinutes: leadMinutes } = config.bank;
  const place = files.server === undefined ? createFolderPlace(files.folder) : createSftpPlace(files.server);
  const bank = createFilesBank({ network: "mainnet", identity, clock, leadMinutes, place });
  return { bank, close: () => bank.close() };
}
