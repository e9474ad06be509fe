import { mkdir } from "node:fs/promises";

const ownerOnly = 0o700;
/** As root, the embedded PostgreSQL runs as another user, who must reach its folder but may not list this one. */
const ownerOnlyButPassable = 0o711;

/** Creates the data folder, with parents. The mode of an existing folder is the operator's decision. */
export async function makeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? ownerOnlyButPassable : ownerOnly });
}
