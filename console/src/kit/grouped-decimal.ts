const decimal = /^(-?)(\d+)(\.\d+)?$/;

/** Thousands set apart; the digits stay what they were. What is no decimal is left alone. */
export function groupedDecimal(text: string): string {
  const parts = decimal.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", fraction = ""] = parts;
  return `${sign === "-" ? "−" : ""}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}
