export { BackupError, type OpenedBackup, openBackup } from "./backup-file.ts";
export type { Head } from "./manifest.ts";
export { readBackup } from "./read-backup.ts";
export { restoreBackup } from "./restore-backup.ts";
export { insertRestore } from "./store.ts";
export { type BackupProgress, writeBackup } from "./write-backup.ts";
