export function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function smallest(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
