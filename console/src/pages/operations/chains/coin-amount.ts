/** Converts smallest units to coins exactly: `50000000000000000` wei is `0.05` ETH. */
export function coinAmount(units: string, decimals: number): string {
  const digits = units.padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
