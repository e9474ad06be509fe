/** Flags with which the script `start` of package.json runs Node. */
export const startFlags = ["--max-semi-space-size=64"] as const;
