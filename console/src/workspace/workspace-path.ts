/** Path of a page in a workspace. */
export function workspacePath(tenantId: string, network: string, ...segments: readonly string[]): string {
  return ["/w", tenantId, network, ...segments].join("/");
}
