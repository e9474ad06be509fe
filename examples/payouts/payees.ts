/** A row of the file: one payout. */
export interface Payee {
  /** Unique in the file. */
  readonly id: string;
  readonly owner: string;
  readonly account_number: string;
  readonly routing_number: string;
  /** A decimal string; amounts are never numbers. */
  readonly amount: string;
}

const header = "id,owner,account_number,routing_number,amount";
const idText = /^[\w-]{1,64}$/;

/** Checks the whole file before anything is paid. */
export function readPayees(text: string): readonly Payee[] {
  const [first, ...lines] = text.trim().split(/\r?\n/);
  if (first !== header) throw new Error(`the first line must be ${header}`);
  const payees = lines.map((line, index) => {
    const [id = "", owner = "", account_number = "", routing_number = "", amount = "", ...rest] =
      line.split(",");
    if (!idText.test(id) || amount === "" || rest.length > 0)
      throw new Error(`line ${index + 2} is not valid`);
    return { id, owner, account_number, routing_number, amount };
  });
  if (new Set(payees.map(({ id }) => id)).size < payees.length)
    throw new Error("an id appears more than once");
  return payees;
}
