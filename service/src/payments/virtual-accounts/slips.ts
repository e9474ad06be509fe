const digits = "0123456789".split("");

/** Every text of digits that one slip of the finger makes of this one: a digit wrong, missing or too many, or two swapped. */
export function slipsOf(number: string): ReadonlySet<string> {
  const slips = new Set<string>();
  for (let place = 0; place <= number.length; place += 1) {
    const before = number.slice(0, place);
    const here = number.charAt(place);
    const behind = number.slice(place + 1);
    for (const digit of digits) slips.add(before + digit + here + behind);
    if (here === "") continue;
    slips.add(before + behind);
    for (const digit of digits) slips.add(before + digit + behind);
    if (behind !== "") slips.add(before + behind.charAt(0) + here + behind.slice(1));
  }
  slips.delete(number);
  return slips;
}
